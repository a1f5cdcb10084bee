// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/ib/base/parameter.h"
#include "models/ib/management/management_config.h"
#include "models/link/link_config.h"
#include "models/switch/adaptive_config.h"
#include "models/switch/aggregation_config.h"
#include "models/switch/congestion_config.h"
#include "models/switch/lifetime_config.h"
#include "models/switch/multicast_config.h"
#include "models/switch/partition_config.h"

namespace ib::sw {

/// Who connects inputs to outputs.
enum class Scheduler : std::uint8_t { kIslip, kRandom, kWavefront, kLrg, kAge };

/// Where packets wait: at an input in one queue per (output, VL), or in one per VL with its head in
/// front, or at the outputs, which take from all inputs at once.
enum class Buffering : std::uint8_t { kVoq, kFifo, kOutputQueued };

/// When a packet is routed: with its first word, or when its tail is in.
enum class Forwarding : std::uint8_t { kCutThrough, kStoreAndForward };

/// A cut-through crossbar switch; every latency and size (design 5).
struct SwitchConfig {
  std::uint32_t ports = 64;
  double core_clock_mhz = 1000;
  std::uint32_t parse_cycles = 4;
  std::uint32_t lookup_cycles = 8;
  std::uint32_t crossbar_cycles = 4;
  std::uint32_t egress_cycles = 6;
  std::uint32_t crossbar_word_bytes = 64;
  double speedup = 0;
  std::uint32_t islip_iterations = 3;
  Scheduler scheduler = Scheduler::kIslip;
  Buffering buffering = Buffering::kVoq;
  Forwarding forwarding = Forwarding::kCutThrough;
  std::uint32_t egress_buffer_blocks = 256;
  std::uint32_t shared_pool_blocks = 0;
  std::uint32_t breakout = 1;
  std::uint32_t hoq_life_code = 20;
  LifetimeConfig lifetime;
  MulticastConfig multicast;
  PartitionConfig partition;
  CongestionConfig congestion;
  AdaptiveConfig adaptive;
  AggregationConfig aggregation;
  ManagementConfig management;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, SwitchConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("ports", c.ports, Meta{"", 2, 144, "External ports", "ib-facts 9.1 M"});
  v("core_clock_mhz", c.core_clock_mhz, Meta{"MHz", 50, 5000, "Core clock", "ib-facts 9.1 L"});
  v("parse_cycles", c.parse_cycles,
    Meta{"cycles", 1, 256, "First word in to header parsed", "ib-facts 9.1 L"});
  v("lookup_cycles", c.lookup_cycles,
    Meta{"cycles", 0, 256, "LFT and SL2VL lookup after the parse", "ib-facts 9.1 L"});
  v("crossbar_cycles", c.crossbar_cycles,
    Meta{"cycles", 1, 256, "A word's way through the crossbar", "ib-facts 9.1 L"});
  v("egress_cycles", c.egress_cycles,
    Meta{"cycles", 1, 256, "Egress FIFO in to transmitter", "ib-facts 9.1 L"});
  v("crossbar_word_bytes", c.crossbar_word_bytes,
    Meta{"bytes", 16, 512, "Bytes a connection moves each cycle", "design 5"});
  v("speedup", c.speedup,
    Meta{"", 0, 4, "Crossbar rate over that of the fastest port, 1 to 4; 0: clock x word",
         "design 5"});
  v("islip_iterations", c.islip_iterations,
    Meta{"", 1, 16, "Matching iterations within one cycle", "ib-facts 10.2 M"});
  v("scheduler", c.scheduler, Meta{"", 0, 4, "Who connects inputs to outputs", "design 5"});
  v("buffering", c.buffering, Meta{"", 0, 2, "Where packets wait", "ib-facts 10.1 H"});
  v("forwarding", c.forwarding, Meta{"", 0, 1, "When a packet is routed", "design 5"});
  v("egress_buffer_blocks", c.egress_buffer_blocks,
    Meta{"blocks", 1, 65536, "Egress FIFO of each VL, in link blocks", "ib-facts 9.1 L"});
  v("shared_pool_blocks", c.shared_pool_blocks,
    Meta{"blocks", 0, 65536,
         "Receive buffer that the VLs of a port share, besides link.rx_buffer_blocks of each",
         "ib-facts 9.1 L"});
  v("breakout", c.breakout,
    Meta{"", 1, 4, "Ports that a 4x port is split into: 1, 2 (2x each) or 4 (1x each)",
         "ib-facts 9.1 L"});
  v("hoq_life_code", c.hoq_life_code,
    Meta{"", 0, 31, "HOQLife n: 4.096 us * 2^n at the head of an output; 20 or more = no limit",
         "ib-facts 4.3 H"});
  v.nested("lifetime", c.lifetime);
  v.nested("multicast", c.multicast);
  v.nested("partition", c.partition);
  v.nested("congestion", c.congestion);
  v.nested("adaptive", c.adaptive);
  v.nested("aggregation", c.aggregation);
  v.nested("management", c.management);
}

/// One sentence for each thing that cannot be, empty when the switch can be built.
[[nodiscard]] std::vector<std::string> validate(const SwitchConfig& config,
                                                const link::LinkConfig& link);

}  // namespace ib::sw

template <>
struct ib::EnumNames<ib::sw::Scheduler> {
  static constexpr std::array<std::string_view, 5> values{"islip", "random", "wavefront", "lrg",
                                                          "age"};
};

template <>
struct ib::EnumNames<ib::sw::Buffering> {
  static constexpr std::array<std::string_view, 3> values{"voq", "fifo", "output_queued"};
};

template <>
struct ib::EnumNames<ib::sw::Forwarding> {
  static constexpr std::array<std::string_view, 2> values{"cut_through", "store_and_forward"};
};
