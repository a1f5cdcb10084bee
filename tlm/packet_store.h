// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/ib/packet/packet.h"
#include "tlm/time.h"

namespace ib {

struct StoredPacket;
/// A place for a packet; whoever holds it owns what is in it.
using Slot = StoredPacket*;
inline constexpr Slot kNoSlot = nullptr;

/// A packet inside a chip, with the cycles at which its first and last word can be used. What a hop
/// works with lies in front, in two cache lines.
struct alignas(64) StoredPacket {
  Slot next = kNoSlot;  ///< Link of the queue it is in.
  Cycle head = 0;       ///< First word available.
  Cycle last_full = 0;  ///< Last word but one available, the last of full length.
  Cycle tail = 0;       ///< Last word available, and the VCRC checked.
  Cycle eligible = 0;   ///< Egress: first cycle at which it may start without under-running.
  Cycle queued = 0;     ///< Egress: when it became the head of its queue, or joined it.
  std::uint16_t in_port = 0;
  std::uint16_t out_port = 0;
  std::uint16_t blocks =
      0;  ///< Credit blocks it takes on the link it came by, or waits for; 0: none.
  std::uint8_t in_vl = 0;    ///< VL whose receive buffer holds it.
  bool bad = false;          ///< VCRC mismatch or EBP: to be acted on from cycle `tail` on.
  std::uint32_t family = 0;  ///< The same for a switch's copies of one multicast packet, else 0.
  Packet packet;
};

/// Places for the packets of one chip, recycled; lists of them are chained through `next`. Packets
/// go from chip to chip without being copied: the place goes along and an empty one comes back. A
/// place lives as long as the store that made it, so chips that are linked end together.
class PacketStore {
 public:
  StoredPacket& operator[](Slot slot) const { return *slot; }

  [[nodiscard]] Slot allocate() {
    if (free_ == kNoSlot) grow();
    ++held_;
    return std::exchange(free_, free_->next);
  }
  void release(Slot slot) {
    --held_;
    if (slot->packet.payload.is_real()) slot->packet.payload = {};
    put_back(slot);
  }
  /// Takes over the packet in `hand`, leaving an empty place there if one is to be had.
  [[nodiscard]] Slot take_over(Slot& hand) {
    ++held_;
    const Slot taken = std::exchange(hand, free_);
    if (free_ != kNoSlot) free_ = free_->next;
    return taken;
  }
  /// Leaves an empty place in a `hand` without one, so that sooner all hands have theirs.
  void fill(Slot& hand) {
    if (hand == kNoSlot && free_ != kNoSlot) hand = std::exchange(free_, free_->next);
  }
  /// A packet has been taken over by another chip, which left `empty` or nothing.
  void handed_over(Slot empty) {
    --held_;
    if (empty != kNoSlot) put_back(empty);
  }
  [[nodiscard]] std::uint64_t held() const { return held_; }

 private:
  static constexpr unsigned kChunk = 16;

  void put_back(Slot slot) { slot->next = std::exchange(free_, slot); }
  void grow() {
    chunks_.push_back(std::make_unique<std::array<StoredPacket, kChunk>>());
    for (unsigned i = kChunk; i-- > 0;) put_back(&(*chunks_.back())[i]);
  }

  Slot free_ = kNoSlot;
  std::uint64_t held_ = 0;
  std::vector<std::unique_ptr<std::array<StoredPacket, kChunk>>> chunks_;  ///< Addresses stay.
};

/// First-in first-out list of stored packets.
class SlotQueue {
 public:
  [[nodiscard]] bool empty() const { return head_ == kNoSlot; }
  [[nodiscard]] Slot front() const { return head_; }
  void push(Slot slot) {
    slot->next = kNoSlot;
    (head_ == kNoSlot ? head_ : tail_->next) = slot;
    tail_ = slot;
  }
  Slot pop() { return std::exchange(head_, head_->next); }

 private:
  Slot head_ = kNoSlot;
  Slot tail_ = kNoSlot;
};

}  // namespace ib
