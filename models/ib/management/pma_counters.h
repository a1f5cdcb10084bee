// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/packet/mad_header.h"

namespace ib {

/// Data of a performance management MAD: all that follows byte 64.
inline constexpr std::size_t kPmaDataBytes = kMadBytes - 64;
using PmaData = std::array<std::uint8_t, kPmaDataBytes>;

inline constexpr std::uint8_t kAllPorts = 255;

/// What a port has counted; the attributes show as much of it as their fields hold.
struct PmaCounters {
  std::uint64_t symbol_error = 0;
  std::uint64_t link_error_recovery = 0;
  std::uint64_t link_downed = 0;
  std::uint64_t rcv_errors = 0;
  std::uint64_t rcv_remote_physical = 0;
  std::uint64_t rcv_switch_relay = 0;
  std::uint64_t xmit_discards = 0;
  std::uint64_t xmit_constraint = 0;
  std::uint64_t rcv_constraint = 0;
  std::uint64_t local_link_integrity = 0;
  std::uint64_t excessive_buffer_overrun = 0;
  std::uint64_t qp1_dropped = 0;
  std::uint64_t vl15_dropped = 0;
  std::uint64_t xmit_data = 0;  ///< In words of 4 bytes, LRH through ICRC.
  std::uint64_t rcv_data = 0;   ///< As xmit_data.
  std::uint64_t xmit_packets = 0;
  std::uint64_t rcv_packets = 0;
  std::uint64_t xmit_wait = 0;  ///< Ticks with data, but without credits or the arbiter's turn.
  std::uint64_t unicast_xmit_packets = 0;
  std::uint64_t unicast_rcv_packets = 0;
  std::uint64_t multicast_xmit_packets = 0;
  std::uint64_t multicast_rcv_packets = 0;
  // Details behind the sums.
  std::uint64_t local_physical_errors = 0;
  std::uint64_t malformed_packet_errors = 0;
  std::uint64_t buffer_overrun_errors = 0;
  std::uint64_t dlid_mapping_errors = 0;
  std::uint64_t vl_mapping_errors = 0;
  std::uint64_t looping_errors = 0;
  std::uint64_t inactive_discards = 0;
  std::uint64_t neighbor_mtu_discards = 0;
  std::uint64_t sw_lifetime_discards = 0;
  std::uint64_t sw_hoq_lifetime_discards = 0;
  std::uint64_t xmit_flow_packets = 0;
  std::uint64_t rcv_flow_packets = 0;
  std::uint64_t fec_corrected_blocks = 0;
  std::uint64_t fec_uncorrectable_blocks = 0;
  std::uint64_t fec_corrected_symbols = 0;
};

/// Performance management attributes (ib-facts 5.5).
enum class PmaAttributeId : std::uint16_t {
  kClassPortInfo = 0x0001,
  kPortSamplesControl = 0x0010,
  kPortSamplesResult = 0x0011,
  kPortCounters = 0x0012,
  kPortRcvErrorDetails = 0x0015,
  kPortXmitDiscardDetails = 0x0016,
  kPortOpRcvCounters = 0x0017,
  kPortFlowCtlCounters = 0x0018,
  kPortCountersExtended = 0x001D,
  kPortExtendedSpeedsCounters = 0x001F,
};

/// Whether an attribute is made of counters that the functions below know.
[[nodiscard]] bool holds_counters(PmaAttributeId attribute);

/// An attribute of counters; one that does not fit shows its field's maximum. IBTA Vol 1, 16.1.
[[nodiscard]] PmaData encode_counters(PmaAttributeId attribute, const PmaCounters& counters,
                                      std::uint8_t port);

/// Set of an attribute of counters: writes those that `data` selects. IBTA Vol 1, 16.1.3.5.
void set_counters(PmaAttributeId attribute, PmaCounters& counters, const PmaData& data);

/// Attribute 0x0012; a counter that does not fit shows its field's maximum. IBTA Vol 1, 16.1.3.5.
[[nodiscard]] PmaData encode_port_counters(const PmaCounters& counters, std::uint8_t port);

/// Attribute 0x001D. IBTA Vol 1, 16.1.4.
[[nodiscard]] PmaData encode_port_counters_extended(const PmaCounters& counters, std::uint8_t port);

/// Set of attribute 0x0012: writes the counters that `data` selects. IBTA Vol 1, 16.1.3.5.
void set_port_counters(PmaCounters& counters, const PmaData& data);

}  // namespace ib
