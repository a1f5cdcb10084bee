// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/performance_agent.h"

#include <algorithm>

#include "models/ib/management/class_port_info.h"

namespace ib {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kPortSelectByte = 1;

// ClassPortInfo.CapabilityMask (ib-facts 5.5): AllPortSelect, ExtendedWidth, XmitWait.
constexpr std::uint16_t kCapabilities = 1u << 8 | 1u << 9 | 1u << 12;

void add(PmaCounters& sum, const PmaCounters& port) {
  for (const auto member : {&PmaCounters::symbol_error,
                            &PmaCounters::link_error_recovery,
                            &PmaCounters::link_downed,
                            &PmaCounters::rcv_errors,
                            &PmaCounters::rcv_remote_physical,
                            &PmaCounters::rcv_switch_relay,
                            &PmaCounters::xmit_discards,
                            &PmaCounters::xmit_constraint,
                            &PmaCounters::rcv_constraint,
                            &PmaCounters::local_link_integrity,
                            &PmaCounters::excessive_buffer_overrun,
                            &PmaCounters::qp1_dropped,
                            &PmaCounters::vl15_dropped,
                            &PmaCounters::xmit_data,
                            &PmaCounters::rcv_data,
                            &PmaCounters::xmit_packets,
                            &PmaCounters::rcv_packets,
                            &PmaCounters::xmit_wait,
                            &PmaCounters::unicast_xmit_packets,
                            &PmaCounters::unicast_rcv_packets,
                            &PmaCounters::multicast_xmit_packets,
                            &PmaCounters::multicast_rcv_packets,
                            &PmaCounters::local_physical_errors,
                            &PmaCounters::malformed_packet_errors,
                            &PmaCounters::buffer_overrun_errors,
                            &PmaCounters::dlid_mapping_errors,
                            &PmaCounters::vl_mapping_errors,
                            &PmaCounters::looping_errors,
                            &PmaCounters::inactive_discards,
                            &PmaCounters::neighbor_mtu_discards,
                            &PmaCounters::sw_lifetime_discards,
                            &PmaCounters::sw_hoq_lifetime_discards,
                            &PmaCounters::xmit_flow_packets,
                            &PmaCounters::rcv_flow_packets,
                            &PmaCounters::fec_corrected_blocks,
                            &PmaCounters::fec_uncorrectable_blocks,
                            &PmaCounters::fec_corrected_symbols}) {
    sum.*member += port.*member;
  }
}

}  // namespace

PerformanceAgent::PerformanceAgent(ManagedNode& node, const NodeIdentity& identity)
    : node_(node),
      first_port_(identity.is_switch() ? 1 : identity.local_port),
      last_port_(identity.is_switch() ? identity.ports : identity.local_port) {}

void PerformanceAgent::handle(MadPacket& gmp, std::uint64_t now) {
  const MadHeader header = gmp.header();
  if (header.base_version != kVersion || header.class_version != kVersion) {
    make_answer(gmp, MadStatus::kBadVersion);
    return;
  }
  PmaData data;
  std::copy_n(&gmp.mad[smp::kData], data.size(), data.begin());
  const MadStatus status = access(header, data, now);
  if (status == MadStatus::kOk) std::copy(data.begin(), data.end(), &gmp.mad[smp::kData]);
  make_answer(gmp, status);
}

MadStatus PerformanceAgent::access(const MadHeader& header, PmaData& data, std::uint64_t now) {
  const auto method = static_cast<MadMethod>(header.method);
  const bool set = method == MadMethod::kSet;
  if (!set && method != MadMethod::kGet) return MadStatus::kBadMethod;
  const auto id = static_cast<PmaAttributeId>(header.attribute_id);
  expire(now);
  if (id == PmaAttributeId::kClassPortInfo) return class_port_info(set, data);
  if (id == PmaAttributeId::kPortSamplesControl) return samples_control(set, data, now);
  if (id == PmaAttributeId::kPortSamplesResult && !set) {
    data = samples_.encode_result();
    return MadStatus::kOk;
  }
  if (holds_counters(id)) return port_counters(id, set, data);
  return MadStatus::kBadMethodAttribute;
}

MadStatus PerformanceAgent::class_port_info(bool set, PmaData& data) const {
  if (set) return MadStatus::kBadMethodAttribute;
  ClassPortInfo info;
  info.capability_mask = kCapabilities;
  data = {};
  write_attribute(info, data.data());
  return MadStatus::kOk;
}

bool PerformanceAgent::has_port(std::uint8_t port) const {
  return port >= first_port_ && port <= last_port_;
}

PmaCounters PerformanceAgent::sum_of_ports() const {
  PmaCounters sum;
  for (unsigned port = first_port_; port <= last_port_; ++port) {
    add(sum, node_.counters(static_cast<std::uint8_t>(port)));
  }
  return sum;
}

MadStatus PerformanceAgent::port_counters(PmaAttributeId attribute, bool set, PmaData& data) {
  const std::uint8_t select = data[kPortSelectByte];
  const bool all = select == kAllPorts;
  if (!all && !has_port(select)) return MadStatus::kBadValue;
  if (set) {
    for (unsigned port = first_port_; port <= last_port_; ++port) {
      if (!all && port != select) continue;
      const auto number = static_cast<std::uint8_t>(port);
      PmaCounters counters = node_.counters(number);
      set_counters(attribute, counters, data);
      node_.set_counters(number, counters);
    }
  }
  data = encode_counters(attribute, all ? sum_of_ports() : node_.counters(select), select);
  return MadStatus::kOk;
}

MadStatus PerformanceAgent::samples_control(bool set, PmaData& data, std::uint64_t now) {
  if (set) {
    if (!has_port(data[kPortSelectByte])) return MadStatus::kBadValue;
    if (!samples_.start(data, now)) return MadStatus::kBusy;
    expire(now);
  }
  data = samples_.encode_control();
  return MadStatus::kOk;
}

void PerformanceAgent::expire(std::uint64_t now) {
  const auto next = samples_.deadline();
  if (next && *next <= now) samples_.advance(node_.counters(samples_.port()), now);
}

}  // namespace ib
