// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

#include "models/ib/packet/packet.h"
#include "tlm/time.h"

namespace ib::link {

using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0xFFFFFFFF;

/// A packet inside a chip, with the cycles at which its first and last word can be used.
struct StoredPacket {
  Packet packet;
  Cycle head = 0;          ///< First word available.
  Cycle tail = 0;          ///< Last word available, and the VCRC checked.
  Cycle eligible = 0;      ///< Egress: first cycle at which it may start without under-running.
  Cycle queued = 0;        ///< Egress: when it became the head of its queue, or joined it.
  Slot next = kNoSlot;     ///< Link of the queue it is in.
  std::uint16_t in_port = 0;
  std::uint16_t out_port = 0;
  std::uint8_t in_vl = 0;  ///< VL whose receive buffer holds it.
  bool bad = false;        ///< VCRC mismatch or EBP: to be acted on from cycle `tail` on.
};

/// All packets of one chip, recycled; lists of them are chained through `next`.
class PacketStore {
 public:
  StoredPacket& operator[](Slot slot) { return packets_[slot]; }
  const StoredPacket& operator[](Slot slot) const { return packets_[slot]; }

  [[nodiscard]] Slot allocate() {
    ++held_;
    if (free_ == kNoSlot) {
      packets_.emplace_back();
      return static_cast<Slot>(packets_.size() - 1);
    }
    return std::exchange(free_, packets_[free_].next);
  }
  void release(Slot slot) {
    --held_;
    packets_[slot].packet.payload = {};
    packets_[slot].next = std::exchange(free_, slot);
  }
  [[nodiscard]] std::uint64_t held() const { return held_; }

 private:
  std::deque<StoredPacket> packets_;  ///< Stable addresses while it grows.
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
