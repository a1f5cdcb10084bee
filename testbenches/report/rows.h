// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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
  std::uint64_t xmit_data_bytes = 0;  ///< Wire bytes, LRH through VCRC.
  std::uint64_t rcv_data_bytes = 0;
  std::uint64_t xmit_wait_ticks = 0;  ///< PortXmitWait: ticks with data and no credit or grant.
  std::uint64_t symbol_errors = 0;
  std::uint64_t rcv_errors = 0;
  std::uint64_t xmit_discards = 0;
  std::uint64_t vl15_dropped = 0;
  std::uint64_t fec_corrected = 0;  ///< Code words corrected.
  std::uint64_t fec_failed = 0;     ///< Code words beyond repair.
  double utilisation = 0;           ///< Share of the measured window the transmitter was busy, 0-1.
};

/// One packet at one hop. A line of packets.csv.
struct HopRow {
  std::string_view port;       ///< Name of the port it was seen at.
  std::string_view direction;  ///< "tx" or "rx".
  std::int64_t head_ps = 0;    ///< First byte passes the port, whole picoseconds, rounded down.
  std::int64_t tail_ps = 0;    ///< Last byte passes the port.
  std::uint32_t source = 0;    ///< PacketId.source.
  std::uint64_t sequence = 0;  ///< PacketId.sequence.
  std::uint32_t slid = 0;
  std::uint32_t dlid = 0;
  std::uint32_t vl = 0;
  std::uint32_t sl = 0;
  std::uint32_t opcode = 0;  ///< BTH opcode; 0 without a BTH.
  std::uint32_t qpn = 0;     ///< BTH destination QP.
  std::uint32_t psn = 0;
  std::uint32_t wire_bytes = 0;  ///< LRH through VCRC.
  bool corrupted = false;        ///< Its VCRC does not match.
};

}  // namespace ib::tb
