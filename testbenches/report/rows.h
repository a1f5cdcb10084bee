// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace ib::tb {

/// One flow: all that one source sent to one destination on one queue pair. A line of flows.csv.
struct FlowRow {
  std::string source;            ///< Name of the sending port ("fabric.hca0.port1").
  std::string destination;       ///< Name of the receiving port.
  std::uint32_t queue_pair = 0;  ///< QPN at the source; 0 for raw traffic.
  std::uint32_t sl = 0;          ///< Service level.
  std::uint64_t messages = 0;    ///< Messages completed; 0 for raw traffic.
  std::uint64_t packets_sent = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_sent = 0;      ///< Wire bytes, LRH through VCRC.
  std::uint64_t bytes_received = 0;  ///< Wire bytes.
  std::uint64_t payload_bytes = 0;   ///< Payload that arrived.
  std::uint64_t retries = 0;         ///< Packets sent again.
  double goodput_gbps = 0;           ///< Payload over the measured window.
  double latency_min_ns = 0;         ///< Packet or message, as the testbench says.
  double latency_avg_ns = 0;
  double latency_p99_ns = 0;
  double latency_max_ns = 0;
};

/// One port of a chip at the end of the run: its PMA counters. A line of ports.csv.
struct PortRow {
  std::string port;   ///< Hierarchical name ("fabric.sw0.port3").
  std::string peer;   ///< Port at the other end of the cable.
  std::string rate;   ///< Active width and speed ("4xNDR").
  std::string state;  ///< "Active", "Armed", "Init", "Down".
  std::uint64_t xmit_packets = 0;
  std::uint64_t rcv_packets = 0;
  std::uint64_t xmit_bytes = 0;  ///< LRH through ICRC, as PMA counts.
  std::uint64_t rcv_bytes = 0;
  std::uint64_t xmit_wait_cycles = 0;  ///< Core cycles with a packet and no credit for any.
  std::uint64_t rcv_errors = 0;
  std::uint64_t xmit_discards = 0;
  std::uint64_t vl15_dropped = 0;
  std::uint64_t xmit_flow_control = 0;  ///< Flow control packets.
  std::uint64_t rcv_flow_control = 0;
  std::uint64_t failed_codewords = 0;   ///< Received FEC codewords beyond repair.
  std::uint64_t corrected_symbols = 0;  ///< Of received codewords; counted in mode bit_true.
  std::string lane_corrected;      ///< The same by lane from lane 0: "3;0;1;2"; empty: not counted.
  std::string lane_uncorrectable;  ///< Failed codewords that had symbols on the lane.
  std::uint64_t replays = 0;       ///< Of received packets, by physical layer retransmission.
  std::uint64_t symbol_errors = 0;
  std::uint64_t link_error_recovery = 0;
  std::uint64_t link_downed = 0;
  double utilisation = 0;  ///< Share of the measured window the transmitter was busy, 0 to 1.
};

}  // namespace ib::tb
