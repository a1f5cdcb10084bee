// SPDX-License-Identifier: Apache-2.0
#include "models/switch/aggregation_unit.h"

#include <algorithm>
#include <utility>

#include "models/ib/packet/packet_codec.h"
#include "models/switch/switch.h"

namespace ib::sw {
namespace {

/// Packets of aggregation units are told apart from those of end nodes and of agents.
constexpr std::uint32_t kUnitSource = 0xC0000000;

ReductionPlan plan_of(const AggregationTree& tree) {
  return {static_cast<std::uint32_t>(tree.children.size()), tree.op, tree.type, tree.order};
}

}  // namespace

AggregationUnit::AggregationUnit(Switch& chip, AggregationTree tree,
                                 const AggregationConfig& config, PayloadPool& payloads)
    : chip_(chip),
      tree_(std::move(tree)),
      config_(config),
      payloads_(payloads),
      node_(plan_of(tree_), config.window, tree_.segment_bytes),
      leaving_(chip.ports() + 1),
      bytes_(kMaxPayloadBytes) {}

bool AggregationUnit::take(const link::StoredPacket& stored) {
  const Lnh next = lnh(stored.packet);
  if (next != Lnh::kLocal && next != Lnh::kGlobal) return false;
  const Bth bth = Bth::decode(bth_bytes(stored.packet));
  if (bth.dest_qp != kAggregationQp || stored.packet.dlid != tree_.self) return false;
  if (stored.bad || stored.packet.icrc_error != 0) return true;
  if (stored.packet.slid == tree_.parent) {
    for (const Lid child : tree_.children) {
      send(child, bth.psn, stored.packet.payload, stored.packet.payload_bytes, stored.tail);
    }
    return true;
  }
  const auto child = std::find(tree_.children.begin(), tree_.children.end(), stored.packet.slid);
  contribute(stored, static_cast<std::uint32_t>(child - tree_.children.begin()), bth.psn);
  return true;
}

void AggregationUnit::contribute(const link::StoredPacket& stored, std::uint32_t child,
                                 Psn segment) {
  const std::uint16_t count = stored.packet.payload_bytes;
  const std::uint64_t refused = node_.refused();
  stored.packet.payload.copy_to(bytes_.data(), 0, count);
  const auto result = node_.contribute(segment.value(), child, bytes_.data(), count);
  if (node_.refused() != refused) {
    ++counters_.refused;
    return;
  }
  ++counters_.contributions;
  const Cycle start = std::max(stored.tail, busy_until_);
  busy_until_ = start + (count + config_.bytes_per_cycle - 1) / config_.bytes_per_cycle;
  if (!result) return;
  ++counters_.results;
  send_result(segment, *result, busy_until_ + config_.latency_cycles);
  node_.retire(segment.value());
}

void AggregationUnit::send_result(Psn segment, const AggregationNode::Result& result, Cycle when) {
  Payload payload = Payload::real(payloads_);
  std::copy_n(result.bytes, result.count, payload.writable());
  const auto bytes = static_cast<std::uint16_t>(result.count);
  if (tree_.parent.value() != 0) {
    send(tree_.parent, segment, payload, bytes, when);
    return;
  }
  for (const Lid child : tree_.children) send(child, segment, payload, bytes, when);
}

void AggregationUnit::send(Lid to, Psn segment, const Payload& payload, std::uint16_t bytes,
                           Cycle when) {
  const unsigned number = chip_.lft().lookup(to);
  if (number == 0 || number > chip_.ports()) return;
  Lrh lrh;
  lrh.slid = tree_.self;
  lrh.dlid = to;
  lrh.vl =
      chip_.sl2vl().at(0, number).map(Sl{0}, chip_.port(number).operational_vls()).value_or(Vl{0});
  Bth bth;
  bth.opcode = 0x64;  // UD SEND Only
  bth.dest_qp = kAggregationQp;
  bth.psn = segment;
  Leaving leaving;
  leaving.when = when;
  leaving.packet.id = {kUnitSource | chip_.index(), packets_made_++};
  Deth deth;
  deth.src_qp = kAggregationQp;
  PacketBuilder{leaving.packet}.lrh(lrh).bth(bth).add(deth).finish(bytes, payload);
  leaving_[number].push(std::move(leaving));
  chip_.wake_aggregation(when);
}

void AggregationUnit::run(Cycle now) {
  waits_for_room_ = false;
  for (unsigned number = 1; number < leaving_.size(); ++number) send_queued(number, now);
}

// The packets of one port leave in order; each has a wake-up of its own.
void AggregationUnit::send_queued(unsigned number, Cycle now) {
  Ring<Leaving>& queue = leaving_[number];
  while (!queue.empty() && queue.front().when <= now) {
    if (!chip_.inject(queue.front().packet, number, now)) {
      chip_.port(number).want_room(now);
      waits_for_room_ = true;
      return;
    }
    queue.pop();
  }
}

}  // namespace ib::sw
