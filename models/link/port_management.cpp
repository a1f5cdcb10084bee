// SPDX-License-Identifier: Apache-2.0
#include "models/link/port_management.h"

namespace ib::link {
namespace {

/// Calls `pair(port counter, PMA counter)` for each counter that a port keeps.
template <class Port, class Pma, class Pair>
void visit_pairs(Port& port, Pma& pma, Pair&& pair) {
  pair(port.symbol_error, pma.symbol_error);
  pair(port.link_error_recovery, pma.link_error_recovery);
  pair(port.link_downed, pma.link_downed);
  pair(port.rcv_errors, pma.rcv_errors);
  pair(port.rcv_remote_physical_errors, pma.rcv_remote_physical);
  pair(port.rcv_switch_relay_errors, pma.rcv_switch_relay);
  pair(port.xmit_discards, pma.xmit_discards);
  pair(port.xmit_constraint_errors, pma.xmit_constraint);
  pair(port.rcv_constraint_errors, pma.rcv_constraint);
  pair(port.local_link_integrity_errors, pma.local_link_integrity);
  pair(port.excessive_buffer_overrun_errors, pma.excessive_buffer_overrun);
  pair(port.qp1_dropped, pma.qp1_dropped);
  pair(port.vl15_dropped, pma.vl15_dropped);
  pair(port.xmit_data, pma.xmit_data);
  pair(port.rcv_data, pma.rcv_data);
  pair(port.xmit_pkts, pma.xmit_packets);
  pair(port.rcv_pkts, pma.rcv_packets);
  pair(port.xmit_wait, pma.xmit_wait);
  pair(port.dlid_mapping_errors, pma.dlid_mapping_errors);
  pair(port.vl_mapping_errors, pma.vl_mapping_errors);
  pair(port.looping_errors, pma.looping_errors);
  pair(port.inactive_discards, pma.inactive_discards);
  pair(port.neighbor_mtu_discards, pma.neighbor_mtu_discards);
  pair(port.sw_lifetime_discards, pma.sw_lifetime_discards);
  pair(port.hoq_lifetime_discards, pma.sw_hoq_lifetime_discards);
  pair(port.xmit_flow_control, pma.xmit_flow_packets);
  pair(port.rcv_flow_control, pma.rcv_flow_packets);
}

}  // namespace

PortStatus PortManagedNode::port_status(std::uint8_t number) const {
  PortStatus status;
  const Port* const port = link_port(number);
  if (port == nullptr) return status;
  status.state = port->state().state();
  status.disabled = port->is_disabled();
  if (const LinkTrainer* const trainer = port->trainer()) {
    status.training = port_physical_state(trainer->out().state);
  }
  status.rate = port->rate();
  status.mtu_cap = mtu_from_bytes(port->config().mtu_bytes).value_or(Mtu::k256);
  status.data_vls = port->config().data_vls;
  status.operational_vls = port->operational_vls();
  return status;
}

void PortManagedNode::set_port_state(std::uint8_t number, PortState state, bool disabled) {
  Port* const port = link_port(number);
  if (port == nullptr) return;
  static_cast<void>(port->set_state(state, disabled));
}

void PortManagedNode::incident(std::uint16_t port, PortIncident what) {
  const auto number = static_cast<std::uint8_t>(port);
  switch (what) {
    case PortIncident::kStateChange:
      port_state_changed();
      break;
    case PortIncident::kLocalLinkIntegrity:
      port_error(TrapNumber::kLocalLinkIntegrity, number);
      break;
    case PortIncident::kExcessiveOverrun:
      port_error(TrapNumber::kExcessiveBufferOverrun, number);
      break;
    case PortIncident::kFlowControlUpdate:
      port_error(TrapNumber::kFlowControlUpdate, number);
      break;
  }
}

void PortManagedNode::set_error_thresholds(std::uint8_t number, std::uint8_t local_phy_errors,
                                           std::uint8_t overrun_errors) {
  if (Port* const port = link_port(number)) {
    port->set_error_thresholds(local_phy_errors, overrun_errors);
  }
}

void PortManagedNode::set_operational_vls(std::uint8_t number, unsigned data_vls) {
  if (Port* const port = link_port(number)) port->set_operational_vls(data_vls);
}

void PortManagedNode::set_neighbor_mtu(std::uint8_t number, Mtu mtu) {
  if (Port* const port = link_port(number)) port->set_neighbor_mtu(mtu);
}

VlArbTables PortManagedNode::arbitration(std::uint8_t number) const {
  const Port* const port = link_port(number);
  return port != nullptr ? port->arbitration() : VlArbTables{};
}

void PortManagedNode::set_arbitration(std::uint8_t number, const VlArbTables& tables) {
  if (Port* const port = link_port(number)) port->set_arbitration(tables);
}

PmaCounters PortManagedNode::counters(std::uint8_t number) const {
  const Port* const port = link_port(number);
  return port != nullptr ? pma_counters(port->counters()) : PmaCounters{};
}

void PortManagedNode::set_counters(std::uint8_t number, const PmaCounters& counters) {
  if (Port* const port = link_port(number)) write_counters(port->counters(), counters);
}

void PortManagedNode::set_partition_enforcement(std::uint8_t, const PartitionEnforcement&) {}
void PortManagedNode::set_p_keys(std::uint8_t, unsigned, const PKeyTableBlock&) {}
LftBlock PortManagedNode::lft_block(unsigned) const { return {}; }
void PortManagedNode::set_lft_block(unsigned, const LftBlock&) {}
Lid PortManagedNode::lft_top() const { return Lid{}; }
void PortManagedNode::set_lft_top(Lid) {}
MftBlock PortManagedNode::mft_block(unsigned, unsigned) const { return {}; }
void PortManagedNode::set_mft_block(unsigned, unsigned, const MftBlock&) {}
void PortManagedNode::set_switch_info(const SwitchInfo&) {}
void PortManagedNode::set_congestion(const SwitchCongestionSetting&) {}
void PortManagedNode::set_congestion(std::uint8_t, const SwitchPortCongestionElement&) {}
void PortManagedNode::set_congestion(const CaCongestionSetting&) {}
void PortManagedNode::set_congestion(unsigned, const CongestionControlTableBlock&) {}

PmaCounters pma_counters(const PortCounters& counters) {
  PmaCounters pma;
  visit_pairs(counters, pma, [](std::uint64_t port, std::uint64_t& to) { to = port; });
  // Multicast packets are not told apart by the port.
  pma.unicast_xmit_packets = counters.xmit_pkts;
  pma.unicast_rcv_packets = counters.rcv_pkts;
  pma.local_physical_errors = counters.rcv_errors;
  pma.buffer_overrun_errors = counters.buffer_overruns;
  return pma;
}

void write_counters(PortCounters& to, const PmaCounters& counters) {
  visit_pairs(to, counters, [](std::uint64_t& port, std::uint64_t from) { port = from; });
}

}  // namespace ib::link
