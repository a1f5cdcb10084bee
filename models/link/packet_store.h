// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/ib/packet/packet.h"
#include "tlm/time.h"

namespace ib::link {

using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0xFFFFFFFF;

/// Chips take packets in by words of this many bytes.
inline constexpr std::uint32_t kWordBytes = 64;
[[nodiscard]] constexpr std::uint32_t bytes_before_last_word(std::uint32_t wire_bytes) {
  return (wire_bytes - 1) / kWordBytes * kWordBytes;
}

/// A packet inside a chip, with the cycles at which its first and last word can be used.
struct StoredPacket {
  Packet packet;
  Cycle head = 0;       ///< First word available.
  Cycle last_full = 0;  ///< Last word but one available, the last of full length.
  Cycle tail = 0;       ///< Last word available, and the VCRC checked.
  Cycle eligible = 0;   ///< Egress: first cycle at which it may start without under-running.
  Cycle queued = 0;     ///< Egress: when it became the head of its queue, or joined it.
  Slot next = kNoSlot;  ///< Link of the queue it is in.
  std::uint16_t in_port = 0;
  std::uint16_t out_port = 0;
  std::uint8_t in_vl = 0;  ///< VL whose receive buffer holds it.
  bool bad = false;        ///< VCRC mismatch or EBP: to be acted on from cycle `tail` on.
};

/// All packets of one chip, recycled; lists of them are chained through `next`.
class PacketStore {
 public:
  StoredPacket& operator[](Slot slot) { return (*chunks_[slot / kChunk])[slot % kChunk]; }
  const StoredPacket& operator[](Slot slot) const {
    return (*chunks_[slot / kChunk])[slot % kChunk];
  }

  [[nodiscard]] Slot allocate() {
    if (free_ == kNoSlot) grow();
    ++held_;
    return std::exchange(free_, (*this)[free_].next);
  }
  void release(Slot slot) {
    --held_;
    StoredPacket& stored = (*this)[slot];
    if (stored.packet.payload.is_real()) stored.packet.payload = {};
    stored.next = std::exchange(free_, slot);
  }
  [[nodiscard]] std::uint64_t held() const { return held_; }

 private:
  static constexpr Slot kChunk = 16;

  void grow() {
    const auto first = static_cast<Slot>(chunks_.size() * kChunk);
    chunks_.push_back(std::make_unique<std::array<StoredPacket, kChunk>>());
    for (Slot slot = first + kChunk; slot-- > first;) {
      (*this)[slot].next = std::exchange(free_, slot);
    }
  }

  std::vector<std::unique_ptr<std::array<StoredPacket, kChunk>>> chunks_;  ///< Addresses stay.
  Slot free_ = kNoSlot;
  std::uint64_t held_ = 0;
};

/// First-in first-out list of stored packets.
class SlotQueue {
 public:
  [[nodiscard]] bool empty() const { return head_ == kNoSlot; }
  [[nodiscard]] Slot front() const { return head_; }
  void push(PacketStore& store, Slot slot) {
    store[slot].next = kNoSlot;
    if (head_ == kNoSlot) {
      head_ = slot;
    } else {
      store[tail_].next = slot;
    }
    tail_ = slot;
  }
  Slot pop(PacketStore& store) { return std::exchange(head_, store[head_].next); }

 private:
  Slot head_ = kNoSlot;
  Slot tail_ = kNoSlot;
};

}  // namespace ib::link
