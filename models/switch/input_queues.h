// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/link/packet_store.h"
#include "models/switch/switch_config.h"

namespace ib::sw {

/// Egress lanes of a switch: data VLs 0 .. n-1, then VL15 as lane n.
struct LaneMap {
  unsigned data_vls = 1;
  [[nodiscard]] unsigned count() const { return data_vls + 1; }
  [[nodiscard]] unsigned lane(Vl vl) const { return vl == kVl15 ? data_vls : vl.value(); }
  [[nodiscard]] Vl vl(unsigned lane) const {
    return lane == data_vls ? kVl15 : Vl{static_cast<std::uint8_t>(lane)};
  }
};

/// The packets that wait at the inputs, and who wants which output: virtual output queues, or one
/// queue per incoming VL of which only the head asks (head-of-line blocking). Ports count from 0.
class InputQueues {
 public:
  InputQueues(link::PacketStore& store, Buffering buffering, unsigned ports, LaneMap lanes);

  /// Queues a routed packet: `in_vl`, `in_port`, `out_port` and `packet.vl` (the egress VL) are
  /// set.
  void push(link::Slot slot, unsigned input);
  /// Outputs that some packet wants.
  [[nodiscard]] const PortMask& wanted() const { return wanted_; }
  /// Inputs that want lane `lane` of `output`.
  [[nodiscard]] const PortMask& requests(unsigned output, unsigned lane) const {
    return requests_[request(output, lane)];
  }
  [[nodiscard]] bool any_on_vl15() const { return vl15_waiting_ > 0; }
  /// The packet that `input` offers to lane `lane` of `output`.
  [[nodiscard]] link::Slot head(unsigned input, unsigned output, unsigned lane) const;
  /// Takes that packet out.
  link::Slot take(unsigned input, unsigned output, unsigned lane);
  /// Outputs that `input` has a packet to offer to.
  [[nodiscard]] const PortMask& offers(unsigned input) const { return offers_[input]; }
  /// Packets waiting at `input`.
  [[nodiscard]] std::uint32_t waiting(unsigned input) const { return waiting_[input]; }

 private:
  // Lanes lie apart, since most of them are rarely used.
  [[nodiscard]] std::size_t voq(unsigned input, unsigned output, unsigned lane) const {
    return (static_cast<std::size_t>(lane) * ports_ + input) * ports_ + output;
  }
  [[nodiscard]] std::size_t request(unsigned output, unsigned lane) const {
    return static_cast<std::size_t>(lane) * ports_ + output;
  }
  [[nodiscard]] std::size_t fifo(unsigned input, unsigned lane) const {
    return static_cast<std::size_t>(input) * lanes_.count() + lane;
  }
  /// Index of the queue whose head `input` offers to (output, lane).
  [[nodiscard]] std::size_t queue_of(unsigned input, unsigned output, unsigned lane) const;
  void offer(link::Slot slot, unsigned input);
  void offer_fifo_heads(unsigned input);
  void withdraw(unsigned input, unsigned output, unsigned lane);

  link::PacketStore& store_;
  Buffering buffering_;
  unsigned ports_;
  LaneMap lanes_;
  std::vector<link::SlotQueue> queues_;
  std::vector<PortMask> requests_;
  PortMask wanted_;
  std::vector<PortMask> offers_;        ///< By input: outputs.
  std::vector<std::uint32_t> offered_;  ///< By output: inputs that have a packet for it.
  std::vector<std::uint32_t> waiting_;
  std::uint32_t vl15_waiting_ = 0;
};

inline void InputQueues::offer(link::Slot slot, unsigned input) {
  const link::StoredPacket& stored = store_[slot];
  requests_[request(stored.out_port, lanes_.lane(stored.packet.vl))].set(input);
  if (offers_[input].test(stored.out_port)) return;
  offers_[input].set(stored.out_port);
  if (offered_[stored.out_port]++ == 0) wanted_.set(stored.out_port);
}

inline void InputQueues::push(link::Slot slot, unsigned input) {
  const link::StoredPacket& stored = store_[slot];
  const std::size_t index = buffering_ == Buffering::kVoq
                                ? voq(input, stored.out_port, lanes_.lane(stored.packet.vl))
                                : fifo(input, lanes_.lane(Vl{stored.in_vl}));
  const bool first = queues_[index].empty();
  queues_[index].push(slot);
  ++waiting_[input];
  vl15_waiting_ += stored.packet.vl == kVl15 ? 1 : 0;
  if (first) offer(slot, input);
}

inline void InputQueues::withdraw(unsigned input, unsigned output, unsigned lane) {
  requests_[request(output, lane)].reset(input);
  const unsigned lanes = any_on_vl15() ? lanes_.count() : lanes_.data_vls;
  for (unsigned other = 0; other < lanes; ++other) {
    if (requests(output, other).test(input)) return;
  }
  offers_[input].reset(output);
  if (--offered_[output] == 0) wanted_.reset(output);
}

inline link::Slot InputQueues::take(unsigned input, unsigned output, unsigned lane) {
  link::SlotQueue& queue = queues_[queue_of(input, output, lane)];
  const link::Slot slot = queue.pop();
  --waiting_[input];
  vl15_waiting_ -= store_[slot].packet.vl == kVl15 ? 1 : 0;
  if (buffering_ == Buffering::kVoq) {
    if (queue.empty()) withdraw(input, output, lane);
    return slot;
  }
  withdraw(input, output, lane);
  offer_fifo_heads(input);
  return slot;
}

}  // namespace ib::sw
