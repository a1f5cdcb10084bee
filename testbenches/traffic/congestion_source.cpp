// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/congestion_source.h"

#include <utility>

#include "models/ib/packet/packet_codec.h"

namespace ib::tb {
namespace {

constexpr double kTimerUnitNs = 1024;  // ib-facts 7

ThrottleRule rule_of(const CongestionSourceConfig& config) {
  ThrottleRule rule;
  rule.ccti_increase = config.ccti_increase;
  rule.ccti_limit = config.ccti_limit;
  rule.ccti_min = config.ccti_min;
  rule.ccti_timer = ticks_from_ns(kTimerUnitNs) * config.ccti_timer;
  return rule;
}

/// IBTA Vol 1, annex A10: BECN on the way back to the queue pair the datagram came from, 16
/// reserved bytes.
Packet make_cnp(Lid from, const Packet& marked) {
  Packet packet;
  Lrh lrh;
  lrh.slid = from;
  lrh.dlid = marked.slid;
  lrh.sl = marked.sl;
  lrh.vl = marked.vl;
  Bth bth;
  bth.opcode = kCnpOpcode;
  bth.becn = true;
  bth.dest_qp = extension<Deth>(marked, Extension::kDeth).src_qp;
  PacketBuilder{packet}.lrh(lrh).bth(bth).finish(kCnpPayloadBytes, Payload::synthetic(0));
  return packet;
}

}  // namespace

CongestionSource::CongestionSource(const CongestionSourceConfig& config, Lid lid)
    : rule_(rule_of(config)),
      table_(linear_cct(config.ccti_limit + 1, config.cct_per_unit)),
      lid_(lid) {}

bool CongestionSource::take(const Packet& packet, Ticks now) {
  const Bth bth = Bth::decode(bth_bytes(packet));
  if (bth.opcode == kCnpOpcode) {
    ++becns_;
    (void)throttles_[packet.sl.value()].on_becn(rule_, now);
    return true;
  }
  if (bth.fecn) {
    ++fecns_;
    cnps_.push(make_cnp(lid_, packet));
  }
  return false;
}

void CongestionSource::sent(Sl sl, Ticks packet_time, Ticks now) {
  const std::uint32_t index = throttles_[sl.value()].ccti(rule_, now);
  earliest_[sl.value()] = now + packet_time + table_[index].delay(packet_time);
}

}  // namespace ib::tb
