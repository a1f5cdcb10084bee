// SPDX-License-Identifier: Apache-2.0
#include "models/phy/cable.h"

#include "tlm/ordered_set.h"

namespace ib::phy {
namespace {

std::uint16_t crossings_of(const CableConfig& cable) {
  const std::uint16_t reversed = cable.reversed_lanes ? kLanesReversed : std::uint16_t{0};
  return static_cast<std::uint16_t>(reversed | cable.inverted_lanes);
}

}  // namespace

Cable::Cable(const sc_core::sc_module_name& module_name, const CableSetup& setup)
    : sc_core::sc_module(module_name),
      a_to_b_(setup, std::string{name()} + ".a_to_b", b),
      b_to_a_(setup, std::string{name()} + ".b_to_a", a) {
  a.bind(a_to_b_);
  b.bind(b_to_a_);
}

Cable::Direction::Direction(const CableSetup& setup, const std::string& name, CableSocket& to)
    : framing_bytes_(setup.framing_bytes),
      byte_ticks_(ib::byte_ticks(setup.rate)),
      to_(to),
      phy_(setup.rate, setup.phy, setup.cable, setup.run_seed, name) {
  latency_ = phy_.latency();
  crossings_ = crossings_of(setup.cable);
  clean_ = phy_.clean() && crossings_ == 0;
}

void Cable::Direction::transfer(LinkTransfer& transfer) {
  if (!clean_) damage(transfer);
  transfer.first_bit += latency_;
  if (far_end_ == nullptr) far_end_ = to_.operator->();
  far_end_->transfer(transfer);
}

LinkRoute Cable::Direction::route() {
  if (!clean_) return {this, 0};
  return {to_.operator->(), latency_};
}

void Cable::Direction::damage(LinkTransfer& transfer) {
  const bool is_packet = transfer.kind == LinkTransfer::Kind::kPacket;
  const std::uint32_t bytes =
      framing_bytes_ + (is_packet ? transfer.stored->packet.wire_bytes : kFlowControlBytes);
  const Ticks start = transfer.first_bit;
  const Ticks end = start + bytes * byte_ticks_;
  if (is_packet) {
    phy_.carry(transfer.stored->packet, start, end);
  } else {
    transfer.corrupted = phy_.corrupts(start, end);
    if (transfer.kind == LinkTransfer::Kind::kOrderedSet) transfer.fc_fccl ^= crossings_;
  }
  transfer.first_bit += phy_.replay_delay();
}

}  // namespace ib::phy
