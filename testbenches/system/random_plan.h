// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <vector>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {

/// A fabric of random sizes, as tight as they may be, and without heartbeats on clean links, so
/// that a wake-up that is missed stays missed.
struct RandomPlan {
  explicit RandomPlan(unsigned seed) : random(seed) {
    plan.link.data_vls = pick({1, 1, 2, 4});
    plan.link.mtu_bytes = pick({256, 512, 1024});
    const std::uint32_t longest = (plan.link.mtu_bytes + 126 + 63) / 64;
    plan.link.rx_buffer_blocks = longest + below(3) * below(40);
    plan.link.fc_interval_ns = pick({0, 1, 50, 256, 1000});
    plan.link.fc_heartbeat_symbols = 0;
    plan.link.framing_bytes = pick({0, 2, 8});
    plan.link.count_vcrc_in_blocks = below(2) == 0;
    plan.sw.egress_buffer_blocks = longest + below(3) * below(40);
    plan.sw.core_clock_mhz = pick({300, 700, 782, 1000, 1300});
    plan.sw.crossbar_word_bytes = pick({16, 32, 64, 128});
    plan.sw.islip_iterations = 1 + below(3);
    plan.sw.scheduler = below(2) == 0 ? sw::Scheduler::kIslip : sw::Scheduler::kRandom;
    plan.sw.buffering = below(3) == 0 ? sw::Buffering::kFifo : sw::Buffering::kVoq;
    plan.cable.length_m = 1 + below(30);
    plan.seed = seed;
    traffic.packet_bytes = 34 + 4 * below(plan.link.mtu_bytes / 4);
    traffic.load = pick({30, 80, 100}) / 100.0;
    traffic.sls = plan.link.data_vls;
    traffic.core_clock_mhz = pick({500, 1000});
    const auto generation = static_cast<Generation>(below(10));
    cable.rate = {generation, Width::k4x};
    lossy = generation == Generation::kNdr || generation == Generation::kXdr;
    if (lossy) {  // then heartbeats must make good what flow control packets were lost
      plan.phy.mode = phy::PhyMode::kStatistical;
      plan.phy.fec = below(2) == 0 ? FecMode::kRs544 : FecMode::kRs544Plr;
      plan.phy.pre_fec_ber = 2e-3;
      plan.link.fc_heartbeat_symbols = 4096;
    }
    vary_features();
  }

  /// Every other fabric has features beyond the plain switch.
  void vary_features() {
    if (below(2) == 0) return;
    plan.sw.scheduler = static_cast<sw::Scheduler>(below(5));
    plan.sw.buffering = static_cast<sw::Buffering>(below(3));
    plan.sw.forwarding = static_cast<sw::Forwarding>(below(2));
    plan.sw.speedup = pick({0, 0, 10, 13, 40}) / 10.0;
    plan.sw.shared_pool_blocks = below(2) * below(100);
    plan.sw.congestion = {pick({0, 4, 15}), below(4), below(3), below(2) == 0};
    traffic.congestion.enabled = plan.sw.congestion.threshold != 0;
    traffic.congestion.ccti_timer = 1;
    plan.sw.adaptive.enabled = below(2) == 0;
    plan.sw.adaptive.choice = static_cast<PortChoice>(below(3));
    plan.sw.adaptive.bind_time_us = 1000;  // longer than any run: flows keep their order
  }

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); }
  std::uint32_t pick(const std::vector<std::uint32_t>& of) {
    return of[below(static_cast<std::uint32_t>(of.size()))];
  }
  [[nodiscard]] fabric::Topology topology() {
    switch (below(3)) {
      case 0:
        return fabric::single_switch(2 + below(6), cable);
      case 1:
        return fabric::switch_line(2 + below(3), 1 + below(2), cable);
      default:
        return fabric::fat_tree_2(4, 0, cable);
    }
  }

  std::mt19937 random;
  fabric::FabricConfig plan;
  fabric::CableInfo cable;
  TrafficConfig traffic;
  bool lossy = false;
};

}  // namespace ib::tb
