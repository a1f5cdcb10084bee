// SPDX-License-Identifier: Apache-2.0
#include "models/phy/cable.h"

namespace ib::phy {

Cable::Cable(const sc_core::sc_module_name& module_name, const CableSetup& setup)
    : sc_core::sc_module(module_name),
      a_to_b_(setup, std::string{name()} + ".a_to_b", b),
      b_to_a_(setup, std::string{name()} + ".b_to_a", a) {
  a.bind(a_to_b_);
  b.bind(b_to_a_);
}

Cable::Direction::Direction(const CableSetup& setup, const std::string& name, CableSocket& to)
    : phy_(setup.rate, setup.phy, setup.cable, setup.run_seed, name),
      to_(to),
      byte_ticks_(ib::byte_ticks(setup.rate)),
      framing_bytes_(setup.framing_bytes),
      latency_(to_sc_time(phy_.latency())) {}

void Cable::Direction::transfer(LinkTransfer& transfer, const sc_core::sc_time& delay) {
  if (phy_.clean()) {
    to_->transfer(transfer, delay + latency_);
    return;
  }
  damage(transfer, delay);
  to_->transfer(transfer, delay + latency_ + to_sc_time(phy_.replay_delay()));
}

void Cable::Direction::damage(LinkTransfer& transfer, const sc_core::sc_time& delay) {
  const bool is_packet = transfer.kind == LinkTransfer::Kind::kPacket;
  const std::uint32_t bytes =
      framing_bytes_ + (is_packet ? transfer.packet->wire_bytes : kFlowControlBytes);
  const Ticks start = from_sc_time(sc_core::sc_time_stamp() + delay);
  const Ticks end = start + bytes * byte_ticks_;
  if (is_packet) {
    phy_.carry(*transfer.packet, start, end);
  } else if (phy_.corrupts(start, end)) {
    transfer.corrupted = true;
  }
}

}  // namespace ib::phy
