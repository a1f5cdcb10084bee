// SPDX-License-Identifier: Apache-2.0
#include "models/hca/congestion_control.h"

#include <algorithm>

#include "models/hca/transmit_queue.h"
#include "models/ib/management/congestion_agent.h"
#include "models/ib/packet/packet_builder.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::hca {
namespace {

constexpr double kTimerUnitNs = 1024;  // ib-facts 7
constexpr std::uint8_t kFecn = 0x80;   // of byte 4 of the BTH
constexpr std::uint8_t kBecn = 0x40;

}  // namespace

CongestionControl::CongestionControl(Core& core)
    : core_(core),
      table_(std::size_t{CongestionAgent::kTableBlocks} * CongestionControlTableBlock::kEntries) {
  for (ThrottleRule& rule : rules_) rule.ccti_limit = 0;
}

void CongestionControl::set(const CaCongestionSetting& setting) {
  control_map_ = setting.control_map;
  by_service_level_ = (setting.port_control & 1) != 0;
  for (unsigned sl = 0; sl < kSls; ++sl) {
    const CaCongestionEntry& entry = setting.sl[sl];
    rules_[sl].ccti_increase = entry.ccti_increase;
    rules_[sl].ccti_min = entry.ccti_min;
    rules_[sl].ccti_timer = ticks_from_ns(kTimerUnitNs) * entry.ccti_timer;
    rules_[sl].trigger_threshold = entry.trigger_threshold;
  }
}

void CongestionControl::set(unsigned block, const CongestionControlTableBlock& table) {
  constexpr unsigned kEntries = CongestionControlTableBlock::kEntries;
  for (unsigned i = 0; i < kEntries; ++i) {
    table_[std::size_t{block} * kEntries + i] = {table.entries[i].shift,
                                                 table.entries[i].multiplier};
  }
  const auto last = static_cast<std::uint32_t>(table_.size() - 1);
  for (ThrottleRule& rule : rules_) {
    rule.ccti_limit = std::min<std::uint32_t>(table.ccti_limit, last);
  }
}

bool CongestionControl::receive(QueuePair& qp, const Packet& packet) {
  const std::uint8_t* const bth = bth_bytes(packet);
  const bool is_cnp = bth[0] == kCnpOpcode;
  if ((bth[4] & kBecn) != 0) {
    ++core_.counters.becns_received;
    const ThrottleRule& rule = rules_[packet.sl.value()];
    if (controls(packet.sl) && flow_of(qp, packet.sl).throttle.on_becn(rule, core_.now_ticks())) {
      ++core_.counters.congestion_events;
    }
  }
  // What answers no more than a packet, or goes to many, is not slowed.
  const OpcodeInfo& info = opcode_info(packet);
  const bool answerable = info.operation != Operation::kAck &&
                          info.operation != Operation::kAtomicAck && !is_multicast(packet.dlid);
  if ((bth[4] & kFecn) == 0 || is_cnp || !answerable) return is_cnp;
  ++core_.counters.fecns_received;
  if (is_reliable(qp.context.type) && !info.is_response()) {
    qp.owes_becn = true;
  } else {
    send_cnp(qp, packet);
  }
  return false;
}

void CongestionControl::send_cnp(const QueuePair& qp, const Packet& marked) {
  Lrh lrh;
  lrh.sl = marked.sl;
  lrh.vl = core_.sl2vl[marked.sl];
  lrh.dlid = marked.slid;
  lrh.slid = marked.dlid;
  if (lrh.vl.value() >= core_.port.operational_vls()) return;
  Bth bth;
  bth.opcode = kCnpOpcode;
  bth.becn = true;
  bth.p_key = core_.p_keys[qp.context.attributes.pkey_index];
  bth.dest_qp = qp.context.type == QpType::kUd ? extension<Deth>(marked, Extension::kDeth).src_qp
                                               : Qpn{qp.context.attributes.dest_qpn};
  const TransmitQueue::Entry entry = core_.transmit->reserve();
  const link::Slot slot = core_.store.allocate();
  link::StoredPacket& stored = core_.store[slot];
  stored.bad = false;
  stored.in_port = 0;
  stored.packet.id = {core_.source_index, core_.packets_made++};
  Payload reserved = Payload::real(core_.payloads);
  std::fill_n(reserved.writable(), kCnpPayloadBytes, std::uint8_t{0});
  PacketBuilder{stored.packet}.lrh(lrh).bth(bth).finish(kCnpPayloadBytes, std::move(reserved));
  ++core_.counters.cnps_sent;
  core_.transmit->add_notification(entry, slot);
}

void CongestionControl::sent(QueuePair& qp, const Packet& packet) {
  if (!controls(packet.sl)) return;
  ControlledFlow& flow = flow_of(qp, packet.sl);
  const Ticks now = core_.now_ticks();
  const std::uint32_t index = flow.throttle.ccti(rules_[packet.sl.value()], now);
  const Ticks time = core_.port.wire_time(packet.wire_bytes + core_.port.config().framing_bytes);
  const Ticks delay = table_[index].delay(time);
  flow.earliest = delay > 0 ? now + time + delay : 0;
}

}  // namespace ib::hca
