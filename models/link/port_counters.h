// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib::link {

/// Counters of one port by their PMA names (ib-facts 5.5), 64 bits wide; PortCounters sticks at
/// its own maxima when it is read. Data counts 4-byte words from LRH through ICRC.
struct PortCounters {
  std::uint64_t xmit_data = 0;
  std::uint64_t rcv_data = 0;
  std::uint64_t xmit_pkts = 0;
  std::uint64_t rcv_pkts = 0;
  std::uint64_t xmit_wait = 0;  ///< Core cycles with a packet to send and no credit for any.
  std::uint64_t symbol_error = 0;
  std::uint64_t link_error_recovery = 0;
  std::uint64_t link_downed = 0;
  std::uint64_t rcv_errors = 0;
  std::uint64_t rcv_remote_physical_errors = 0;
  std::uint64_t rcv_switch_relay_errors = 0;
  std::uint64_t xmit_discards = 0;
  std::uint64_t xmit_constraint_errors = 0;
  std::uint64_t rcv_constraint_errors = 0;
  std::uint64_t local_link_integrity_errors = 0;
  std::uint64_t excessive_buffer_overrun_errors = 0;
  std::uint64_t qp1_dropped = 0;
  std::uint64_t vl15_dropped = 0;
  // Details behind the sums.
  std::uint64_t hoq_lifetime_discards = 0;
  std::uint64_t looping_errors = 0;
  std::uint64_t dlid_mapping_errors = 0;
  std::uint64_t vl_mapping_errors = 0;
  std::uint64_t neighbor_mtu_discards = 0;
  std::uint64_t sw_lifetime_discards = 0;
  std::uint64_t vl_stalls = 0;  ///< Times a VL became stalled.
  std::uint64_t xmit_marked_fecn = 0;
  std::uint64_t inactive_discards = 0;
  std::uint64_t buffer_overruns = 0;  ///< Packets without room in the receive buffer.
  std::uint64_t flow_control_update_errors = 0;
  // Link packets, which the counters above leave out.
  std::uint64_t xmit_flow_control = 0;
  std::uint64_t rcv_flow_control = 0;
  std::uint64_t rcv_flow_control_errors = 0;
};

}  // namespace ib::link
