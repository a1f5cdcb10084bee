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
    return requests_[output * lanes_.count() + lane];
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
  [[nodiscard]] std::size_t voq(unsigned input, unsigned output, unsigned lane) const {
    return (static_cast<std::size_t>(input) * ports_ + output) * lanes_.count() + lane;
  }
  [[nodiscard]] std::size_t fifo(unsigned input, unsigned lane) const {
    return static_cast<std::size_t>(input) * lanes_.count() + lane;
  }
  /// Index of the queue whose head `input` offers to (output, lane).
  [[nodiscard]] std::size_t queue_of(unsigned input, unsigned output, unsigned lane) const;
  void offer(link::Slot slot, unsigned input);
  void withdraw(unsigned input, unsigned output, unsigned lane);

  link::PacketStore& store_;
  Buffering buffering_;
  unsigned ports_;
  LaneMap lanes_;
  std::vector<link::SlotQueue> queues_;
  std::vector<PortMask> requests_;
  PortMask wanted_;
  std::vector<PortMask> offers_;  ///< By input: outputs.
  std::vector<std::uint32_t> waiting_;
  std::uint32_t vl15_waiting_ = 0;
};

}  // namespace ib::sw
