// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "models/ib/packet/packet_codec.h"
#include "models/switch/switch.h"

namespace ib::sw {

void Switch::route(link::Slot slot, unsigned input) {
  link::StoredPacket& stored = store_[slot];
  if (filters_ && !inbound_[input].passes(stored.packet)) {
    ++ports_[input]->counters().rcv_constraint_errors;
    if (management_ != nullptr) management_->refused(input + 1, stored.packet);
    discard(slot, input, DropReason::kPartition);
    return;
  }
  unsigned number = lft_.lookup(stored.packet.dlid);
  if (number == 0 || number > ports()) {
    route_nowhere(slot, input, number);
    return;
  }
  if (adaptive_ != nullptr) number = adapt(stored.packet, input, number);
  if (ugal_ != nullptr) number = detour(stored.packet, input, number);
  forward(slot, input, number - 1);
}

// To an agent, to many ports, or to none.
void Switch::route_nowhere(link::Slot slot, unsigned input, unsigned number) {
  if (is_multicast(store_[slot].packet.dlid)) {
    route_multicast(slot, input);
    return;
  }
  const bool taken = (management_ != nullptr && management_->take(store_[slot], input, number)) ||
                     (number == 0 && aggregation_ != nullptr && aggregation_->take(store_[slot]));
  if (taken) {
    if (store_[slot].bad) {
      discard(slot, input, DropReason::kVcrc);
    } else {
      hold_until_tail(slot, input);
    }
    return;
  }
  ++ports_[input]->counters().rcv_switch_relay_errors;
  ++ports_[input]->counters().dlid_mapping_errors;
  discard(slot, input, DropReason::kNoRoute);
}

void Switch::forward(link::Slot slot, unsigned input, unsigned output) {
  const DropReason reason = refusal(store_[slot].packet, input, output);
  if (reason != DropReason::kNone) {
    discard(slot, input, reason);
    return;
  }
  enqueue(slot, input, output);
}

// Counts what it refuses, and gives the packet its VL on the output.
DropReason Switch::refusal(Packet& packet, unsigned input, unsigned output) {
  link::PortCounters& counters = ports_[input]->counters();
  link::Port& out = *ports_[output];
  if (out.is_down()) {
    if (!out.endpoint().plugged()) {
      ++counters.rcv_switch_relay_errors;
      ++counters.dlid_mapping_errors;
      return DropReason::kNoRoute;
    }
    ++out.counters().xmit_discards;
    ++out.counters().inactive_discards;
    return DropReason::kPortState;
  }
  if (output == input) {
    ++counters.rcv_switch_relay_errors;
    ++counters.looping_errors;
    return DropReason::kLooping;
  }
  if (packet.payload_bytes > out.mtu_bytes()) {
    ++out.counters().xmit_discards;
    ++out.counters().neighbor_mtu_discards;
    return DropReason::kMtu;
  }
  if (filters_ && !outbound_[output].passes(packet)) {
    ++out.counters().xmit_constraint_errors;
    if (management_ != nullptr) management_->refused(output + 1, packet);
    return DropReason::kPartition;
  }
  return packet.vl == kVl15 ? DropReason::kNone : sl_refusal(packet, input, output);
}

DropReason Switch::sl_refusal(Packet& packet, unsigned input, unsigned output) {
  const auto vl =
      ugal_ != nullptr
          ? std::optional{ugal_->lane(packet.vl, input + 1, output + 1, lft_.lookup(packet.dlid))}
          : sl2vl_.at(input + 1, output + 1).map(packet.sl, ports_[output]->operational_vls());
  if (!vl) {
    ++ports_[input]->counters().rcv_switch_relay_errors;
    ++ports_[input]->counters().vl_mapping_errors;
    return DropReason::kVlMapping;
  }
  set_vl(packet, *vl);
  return DropReason::kNone;
}

void Switch::enqueue(link::Slot slot, unsigned input, unsigned output) {
  link::StoredPacket& stored = store_[slot];
  stored.out_port = static_cast<std::uint16_t>(output);
  queues_.push(slot, input);
  to_match_.set(output);
  const Cycle now = agenda_.now();
  agenda_.wake(now, Phase::kDecide, 0);
  if (!waiting_blocks_.empty()) waiting_blocks_[output] += stored.blocks;
  if (switch_life_ != kNoCycle) {
    agenda_.wake(std::max(now + 1, stored.head + switch_life_ + 1), Phase::kRelease, input);
  }
}

void Switch::discard(link::Slot slot, unsigned input, DropReason reason) {
  ports_[input]->log_drop(store_[slot].packet, reason, agenda_.now());
  hold_until_tail(slot, input);
}

// The rest of the packet is still coming in: its buffer is free when the tail is there, and in the
// next cycle at the earliest, whatever else is released in this one.
void Switch::hold_until_tail(link::Slot slot, unsigned input) {
  ++moved_;
  link::StoredPacket& stored = store_[slot];
  stored.eligible = std::max(agenda_.now() + 1, stored.tail);
  discarded_[input].push(slot);
  agenda_.wake(stored.eligible, Phase::kRelease, input);
}

unsigned Switch::adapt(const Packet& packet, unsigned input, unsigned number) {
  const PortMask* const group = adaptive_->group(packet.dlid, packet.sl);
  if (group == nullptr || packet.vl == kVl15) return number;
  PortMask usable = *group;
  group->for_each([&](unsigned port) {
    if (port == input + 1 || ports_[port - 1]->is_down()) usable.reset(port);
  });
  if (usable.none()) return number;
  const Cycle now = agenda_.now();
  const auto queued = [this](unsigned candidate) { return backlog(candidate - 1); };
  if (adaptive_->rule().bind_time == 0) return adaptive_->choose(usable, queued);
  const std::optional<unsigned> bound = adaptive_->bound(packet.slid, packet.dlid, usable, now);
  const unsigned chosen = bound ? *bound : adaptive_->choose(usable, queued);
  adaptive_->bind(packet.slid, packet.dlid, chosen, now);
  return chosen;
}

unsigned Switch::detour(const Packet& packet, unsigned input, unsigned number) {
  if (packet.vl == kVl15) return number;
  return ugal_->choose(packet.vl, packet.dlid, input + 1, number,
                       [this](unsigned port) { return backlog(port - 1); });
}

void Switch::use_ugal(UgalTables tables, std::uint64_t run_seed) {
  waiting_blocks_.resize(ports());
  ugal_ = std::make_unique<UgalRouter>(
      UgalRule{config_.adaptive.detour, config_.adaptive.detour_bias_blocks}, std::move(tables),
      RandomStream{run_seed, std::string(sc_module::name()) + ".ugal"});
}

std::uint32_t Switch::backlog(unsigned output) const {
  std::uint32_t blocks = waiting_blocks_[output];
  for (unsigned lane = 0; lane < lanes_.data_vls; ++lane) {
    const std::uint32_t room = ports_[output]->tx_free_blocks(lanes_.vl(lane), agenda_.now());
    blocks += config_.egress_buffer_blocks - std::min(room, config_.egress_buffer_blocks);
  }
  return blocks;
}

void Switch::mark(link::StoredPacket& stored, unsigned output) {
  const Vl vl = stored.packet.vl;
  const Lnh next = lnh(stored.packet);
  if (vl == kVl15 || (next != Lnh::kLocal && next != Lnh::kGlobal)) return;
  link::Port& out = *ports_[output];
  const std::uint32_t room = out.tx_free_blocks(vl, agenda_.now());
  const std::uint32_t queued =
      config_.egress_buffer_blocks - std::min(room, config_.egress_buffer_blocks);
  CongestionMarker& marker = markers_[output * lanes_.data_vls + vl.value()];
  const CongestionRole role = marker.role(queued, out.tx_credits(vl).available());
  if (!marker.mark(role, stored.packet.wire_bytes)) return;
  set_fecn(stored.packet);
  ++out.counters().xmit_marked_fecn;
}

void Switch::set_marking(unsigned number, const MarkingRule& rule) {
  const CongestionMarker none{MarkingRule{}, config_.egress_buffer_blocks};
  if (markers_.empty()) markers_.assign(std::size_t{ports()} * lanes_.data_vls, none);
  const auto first = markers_.begin() + std::ptrdiff_t{number - 1} * lanes_.data_vls;
  std::fill_n(first, lanes_.data_vls, CongestionMarker{rule, config_.egress_buffer_blocks});
}

void Switch::set_filter(unsigned number, Direction direction, PartitionFilter filter) {
  filters_ = filters_ || filter.active();
  (direction == Direction::kInbound ? inbound_ : outbound_)[number - 1] = std::move(filter);
}

void Switch::arrive(unsigned input) {
  for (;;) {
    const link::Slot slot = ports_[input]->receive(agenda_.now());
    if (slot == link::kNoSlot) break;
    route(slot, input);
  }
  if (!incomplete_[input].empty()) replicate_due(input);
}

}  // namespace ib::sw
