// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/hca/context_cache.h"
#include "models/ib/base/parameter.h"
#include "models/ib/management/management_config.h"

namespace ib::hca {

/// In which order completions of reads come back.
enum class ReadCompletions : std::uint8_t { kOrdered, kAsAnswered };

/// The host interface: a PCI Express link of full duplex. Defaults: Gen5 x16.
struct PcieConfig {
  std::uint32_t generation = 5;
  std::uint32_t lanes = 16;
  std::uint32_t vendor_id = 0x15B3;
  std::uint32_t device_id = 0x1021;
  std::uint32_t mps_bytes = 512;
  std::uint32_t mrrs_bytes = 4096;
  std::uint32_t completion_bytes = 4096;
  ReadCompletions read_completions = ReadCompletions::kOrdered;
  std::uint32_t posted_headers = 0;
  std::uint32_t posted_data_units = 2048;
  double posted_return_ns = 50;
  std::uint32_t tags = 256;
  std::uint32_t tlp_overhead_bytes = 24;
  double latency_ns = 150;
  double read_latency_ns = 200;
};

/// Packets of a queue pair's turn: one, or as many as its weight says.
enum class SendPolicy : std::uint8_t { kRoundRobin, kWeighted };

/// A host channel adapter. Defaults resemble a ConnectX-7 (NDR, PCIe Gen5 x16). Stage latencies
/// are cycles of the core clock; docs/blocks/hca.md shows which of them an operation passes.
struct HcaConfig {
  double core_clock_mhz = 1050;
  std::uint32_t uar_pages = 16;
  std::uint32_t max_qps = 262144;
  std::uint32_t max_cqs = 65536;
  std::uint32_t max_eqs = 128;
  std::uint32_t max_srqs = 65536;
  std::uint32_t max_mkeys = 262144;
  std::uint32_t max_log_queue = 15;

  std::uint32_t doorbell_cycles = 10;
  std::uint32_t wqe_decode_cycles = 8;
  std::uint32_t context_cycles = 6;
  SendPolicy send_policy = SendPolicy::kRoundRobin;
  std::uint32_t scheduler_cycles = 4;
  std::uint32_t packetizer_cycles = 16;
  std::uint32_t packet_interval_cycles = 3;
  std::uint32_t receive_cycles = 12;
  std::uint32_t receive_interval_cycles = 2;
  std::uint32_t responder_cycles = 20;
  std::uint32_t requester_cycles = 16;
  std::uint32_t cqe_cycles = 10;
  std::uint32_t compression_cycles = 64;
  std::uint32_t compression_entries = 64;
  std::uint32_t event_cycles = 10;
  std::uint32_t command_cycles = 500;

  std::uint32_t qp_cache_entries = 4096;
  std::uint32_t cq_cache_entries = 4096;
  std::uint32_t mkey_cache_entries = 4096;
  std::uint32_t translation_cache_lines = 4096;
  std::uint32_t cache_ways = 8;
  Replacement cache_replacement = Replacement::kLru;
  std::uint32_t context_fills = 16;

  std::uint32_t wqe_prefetch_blocks = 8;
  std::uint32_t rq_prefetch_wqes = 16;
  std::uint32_t atomic_units = 16;
  std::uint32_t send_window_wqes = 256;
  std::uint32_t transmit_buffer_bytes = 131072;
  std::uint32_t ack_request_packets = 16;
  std::uint32_t ack_coalescing_packets = 16;
  double ack_delay_ns = 0;
  bool end_to_end_credits = false;
  bool out_of_order_writes = false;
  bool reliable_datagrams = false;
  std::uint32_t msix_vectors = 64;
  double msix_interval_ns = 0;

  PcieConfig pcie;
  ManagementConfig management;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, PcieConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("generation", c.generation, Meta{"", 3, 6, "PCI Express generation", "ib-facts 9.2 M"});
  v("lanes", c.lanes, Meta{"", 1, 32, "Width of the link", "ib-facts 9.2 M"});
  v("vendor_id", c.vendor_id, Meta{"", 0, 65535, "PCI vendor", "PCI ids H"});
  v("device_id", c.device_id, Meta{"", 0, 65535, "PCI device, 4129 is ConnectX-7", "PCI ids H"});
  v("mps_bytes", c.mps_bytes,
    Meta{"bytes", 128, 4096, "Largest payload of a TLP, a power of two", "ib-facts 9.2 M"});
  v("mrrs_bytes", c.mrrs_bytes,
    Meta{"bytes", 128, 4096, "Largest read request, a power of two", "ib-facts 9.2 M"});
  v("completion_bytes", c.completion_bytes,
    Meta{"bytes", 64, 4096,
         "Largest payload of a read completion, a power of two; 64 or 128: cut at the read "
         "completion boundary. MPS bounds it too",
         "PCIe 5.0, 2.3.1.1 L"});
  v("read_completions", c.read_completions,
    Meta{"", 0, 0, "Completions in the order of their requests, or as memory answers", "L"});
  v("posted_headers", c.posted_headers,
    Meta{"", 0, 4096, "Header credits of the host for posted writes, 0: no limit", "L"});
  v("posted_data_units", c.posted_data_units,
    Meta{"16 bytes", 8, 65536, "Data credits of the host for posted writes", "L"});
  v("posted_return_ns", c.posted_return_ns,
    Meta{"ns", 0, 100000, "Host: posted write in to its credit out", "L"});
  v("tags", c.tags, Meta{"", 1, 1024, "Read requests outstanding", "PCIe 10-bit tags L"});
  v("tlp_overhead_bytes", c.tlp_overhead_bytes,
    Meta{"bytes", 12, 64, "Header, sequence, CRC and framing of a TLP", "ib-facts 9.2 M"});
  v("latency_ns", c.latency_ns,
    Meta{"ns", 1, 100000, "One way through root complex, link and both controllers",
         "lookahead of the host side L"});
  v("read_latency_ns", c.read_latency_ns,
    Meta{"ns", 0, 100000, "Host memory: read request in to completion out", "ib-facts 9.2 L"});
}

template <class Config, class Visitor>
void visit_caches(Config& c, Visitor& v) {
  v("qp_cache_entries", c.qp_cache_entries,
    Meta{"", 1, 1 << 22, "Queue pair contexts held in the chip", "L"});
  v("cq_cache_entries", c.cq_cache_entries,
    Meta{"", 1, 1 << 22, "Completion queue contexts held in the chip", "L"});
  v("mkey_cache_entries", c.mkey_cache_entries,
    Meta{"", 1, 1 << 22, "Memory key contexts held in the chip", "L"});
  v("translation_cache_lines", c.translation_cache_lines,
    Meta{"", 1, 1 << 22, "Lines of eight page addresses held in the chip", "L"});
  v("cache_ways", c.cache_ways, Meta{"", 1, 64, "Lines of a set of these caches", "L"});
  v("cache_replacement", c.cache_replacement, Meta{"", 0, 0, "Which line makes room", "L"});
  v("context_fills", c.context_fills, Meta{"", 1, 1024, "Contexts being read at once", "L"});
}

template <class Config, class Visitor>
void visit_limits(Config& c, Visitor& v) {
  v("uar_pages", c.uar_pages, Meta{"pages", 1, 4096, "User access register pages", "L"});
  v("max_qps", c.max_qps, Meta{"", 2, 16777214, "Queue pairs", "ib-facts 9.3 L"});
  v("max_cqs", c.max_cqs, Meta{"", 1, 16777214, "Completion queues", "L"});
  v("max_eqs", c.max_eqs, Meta{"", 1, 255, "Event queues", "L"});
  v("max_srqs", c.max_srqs, Meta{"", 1, 16777214, "Shared receive queues", "L"});
  v("max_mkeys", c.max_mkeys, Meta{"", 1, 16777214, "Memory regions", "L"});
  v("max_log_queue", c.max_log_queue,
    Meta{"", 1, 22, "log2 of the largest work or completion queue", "L"});
  v("wqe_prefetch_blocks", c.wqe_prefetch_blocks,
    Meta{"blocks", 1, 16, "64-byte blocks of the send queue read at once", "L"});
  v("rq_prefetch_wqes", c.rq_prefetch_wqes,
    Meta{"", 1, 64, "Receive WQEs held ready of a queue pair", "L"});
  v("atomic_units", c.atomic_units,
    Meta{"", 1, 1024, "Atomics executed at once, each on another word", "L"});
  v("send_window_wqes", c.send_window_wqes,
    Meta{"", 1, 4096, "Send WQEs of a queue pair that may wait for their acknowledgement", "L"});
  v("transmit_buffer_bytes", c.transmit_buffer_bytes,
    Meta{"bytes", 8192, 1 << 24, "Payload being read for packets to send", "L"});
  v("ack_request_packets", c.ack_request_packets,
    Meta{"packets", 1, 4096, "A requester asks for an ACK this often within a message", "L"});
  v("ack_coalescing_packets", c.ack_coalescing_packets,
    Meta{"packets", 1, 4096, "A responder answers at the latest after so many", "ib-facts 6 L"});
  v("ack_delay_ns", c.ack_delay_ns,
    Meta{"ns", 0, 1000000, "Longest wait of an ACK for further packets", "ib-facts 6 L"});
  v("end_to_end_credits", c.end_to_end_credits,
    Meta{"", 0, 1, "ACKs tell the receives that are free; SENDs keep to it", "ib-facts 6 M"});
  v("out_of_order_writes", c.out_of_order_writes,
    Meta{"", 0, 1, "Packets of a WRITE are placed as they come, for networks that reorder", "L"});
  v("reliable_datagrams", c.reliable_datagrams,
    Meta{"", 0, 1, "The RD service, end-to-end contexts: no product of today offers it", "L"});
  v("msix_vectors", c.msix_vectors, Meta{"", 1, 64, "Entries of the MSI-X table", "L"});
  v("msix_interval_ns", c.msix_interval_ns,
    Meta{"ns", 0, 1000000, "Least time between two messages of a vector", "L"});
}

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, HcaConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("core_clock_mhz", c.core_clock_mhz, Meta{"MHz", 50, 5000, "Core clock", "ib-facts 9.2 L"});
  visit_limits(c, v);
  visit_caches(c, v);
  v("doorbell_cycles", c.doorbell_cycles,
    Meta{"cycles", 1, 4096, "MMIO write to queue pair found", "L"});
  v("wqe_decode_cycles", c.wqe_decode_cycles, Meta{"cycles", 1, 4096, "WQE bytes to request", "L"});
  v("context_cycles", c.context_cycles,
    Meta{"cycles", 1, 4096, "Look-up of a QP context that is in the cache", "L"});
  v("send_policy", c.send_policy,
    Meta{"", 0, 0, "Packets of a queue pair's turn: one, or its weight", "L"});
  v("scheduler_cycles", c.scheduler_cycles,
    Meta{"cycles", 1, 4096, "Queue pair chosen to packet described", "L"});
  v("packetizer_cycles", c.packetizer_cycles,
    Meta{"cycles", 1, 4096, "Payload there to packet at the port", "L"});
  v("packet_interval_cycles", c.packet_interval_cycles,
    Meta{"cycles", 1, 64, "Between two packets begun; sets the message rate", "ib-facts 9.2 L"});
  v("receive_cycles", c.receive_cycles,
    Meta{"cycles", 1, 4096, "Last word in to queue pair found", "L"});
  v("receive_interval_cycles", c.receive_interval_cycles,
    Meta{"cycles", 1, 64, "Between two received packets", "L"});
  v("responder_cycles", c.responder_cycles,
    Meta{"cycles", 1, 4096, "Request checked to DMA or answer", "L"});
  v("requester_cycles", c.requester_cycles,
    Meta{"cycles", 1, 4096, "Response in to requests retired", "L"});
  v("cqe_cycles", c.cqe_cycles, Meta{"cycles", 1, 4096, "Completion to CQE write", "L"});
  v("compression_cycles", c.compression_cycles,
    Meta{"cycles", 1, 65536, "Longest wait of a CQE for others to be compressed with", "L"});
  v("compression_entries", c.compression_entries,
    Meta{"", 2, 256, "CQEs under one title at most", "L"});
  v("event_cycles", c.event_cycles, Meta{"cycles", 1, 4096, "Event to its entry written", "L"});
  v("command_cycles", c.command_cycles,
    Meta{"cycles", 1, 1000000, "Execution of a control command", "L"});
  v.nested("pcie", c.pcie);
  v.nested("management", c.management);
}

/// One sentence for each thing that cannot be, empty when the chip can be built.
[[nodiscard]] std::vector<std::string> validate(const HcaConfig& config);

}  // namespace ib::hca

template <>
struct ib::EnumNames<ib::hca::ReadCompletions> {
  static constexpr std::array<std::string_view, 2> values{"ordered", "as_answered"};
};

template <>
struct ib::EnumNames<ib::hca::SendPolicy> {
  static constexpr std::array<std::string_view, 2> values{"round_robin", "weighted"};
};

template <>
struct ib::EnumNames<ib::hca::Replacement> {
  static constexpr std::array<std::string_view, 2> values{"lru", "random"};
};
