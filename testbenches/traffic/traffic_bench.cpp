// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/traffic_bench.h"

#include <unistd.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <utility>

#include "models/fabric/builders.h"
#include "testbenches/traffic/child_measurement.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

struct Run {
  double cpu_s = 0;
  double wall_s = 0;
  double packet_hops = 0;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double wall_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

Run timed(TrafficFabric& traffic, double warmup_us, double duration_us) {
  traffic.run(0, ticks_from_ns(warmup_us * 1000));
  const double cpu = cpu_seconds();
  const double wall = wall_seconds();
  const auto hops = static_cast<double>(traffic.packet_hops());
  traffic.run(0, ticks_from_ns((warmup_us + duration_us) * 1000));
  return {cpu_seconds() - cpu, wall_seconds() - wall,
          static_cast<double>(traffic.packet_hops()) - hops};
}

double switch_rate(double load, std::uint32_t packet_bytes) {
  TrafficConfig config;
  config.load = load;
  config.packet_bytes = packet_bytes;
  TrafficFabric traffic{fabric::single_switch(64), {}, config, {}};
  traffic.send_uniformly();
  const Run run = timed(traffic, 20, packet_bytes > 2048 ? 2000 : 600);
  return run.packet_hops / run.cpu_s / 1e6;
}

double pair_seconds(std::uint32_t hosts) {
  TrafficConfig config;
  config.load = 0.9;
  TrafficFabric traffic{fabric::single_switch(hosts), {}, config, {}};
  for (std::size_t i = 2; i < traffic.nodes().size(); ++i) traffic.nodes()[i]->stop_sending();
  for (std::size_t i = 0; i < 2; ++i) {
    const Lid peer = traffic.fabric().ends()[1 - i].site.lid;
    traffic.nodes()[i]->set_destination([peer](RandomStream&) { return peer; });
  }
  return timed(traffic, 20, 4000).cpu_s;
}

/// Two levels of 64-port switches, 1,024 hosts: 32 leaves with 32 hosts each.
fabric::Topology large_tree() { return fabric::fat_tree_2(64, 32); }

double large_tree_rate() {
  TrafficConfig config;
  config.load = 0.5;
  TrafficFabric traffic{large_tree(), {}, config, {}};
  traffic.send_uniformly();
  const Run run = timed(traffic, 10, 40);
  return run.packet_hops / run.cpu_s / 1e6;
}

double resident_bytes() {
  std::ifstream statm{"/proc/self/statm"};
  double pages = 0;
  statm >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double tree_seconds(unsigned threads) {
  TrafficConfig config;
  config.load = 0.5;
  ConductorConfig conductor;
  conductor.threads = threads;
  fabric::FabricConfig plan;
  plan.cable.length_m = 20;
  TrafficFabric traffic{fabric::fat_tree_2(16, 8), plan, config, conductor};
  traffic.send_uniformly();
  return timed(traffic, 20, 200).wall_s;
}

}  // namespace

double bench_switch_90_percent() { return switch_rate(0.9, 1022); }

double bench_switch_50_percent() { return switch_rate(0.5, 1022); }

double bench_switch_4k_packets() { return switch_rate(0.9, 4122); }

double bench_large_tree() { return large_tree_rate(); }

double bench_large_tree_cost() {
  const double one = measured_in_child([] { return switch_rate(0.5, 1022); }).value_or(0);
  return one / measured_in_child([] { return large_tree_rate(); }).value_or(1);
}

double bench_node_bytes() {
  const double before = resident_bytes();
  TrafficConfig config;
  config.load = 0.5;
  TrafficFabric traffic{large_tree(), {}, config, {}};
  traffic.send_uniformly();
  traffic.run(0, ticks_from_ns(20'000));
  return (resident_bytes() - before) / static_cast<double>(traffic.nodes().size());
}

double bench_idle_ports() {
  const double few = measured_in_child([] { return pair_seconds(4); }).value_or(0);
  return measured_in_child([] { return pair_seconds(64); }).value_or(0) / few;
}

double bench_two_threads() {
  const double one = measured_in_child([] { return tree_seconds(1); }).value_or(0);
  return one / measured_in_child([] { return tree_seconds(2); }).value_or(0);
}

}  // namespace ib::tb
