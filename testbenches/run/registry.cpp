// SPDX-License-Identifier: Apache-2.0
#include "testbenches/run/benchmark.h"
#include "testbenches/run/testbench.h"
#include "testbenches/traffic/traffic_bench.h"
#include "testbenches/traffic/traffic_run.h"

namespace ib::tb {

std::vector<Testbench> testbenches() {
  return {
      {"uniform", "light traffic nodes, each to all others alike", run_uniform},
      {"incast", "light traffic nodes, all to one", run_incast},
  };
}

std::vector<Benchmark> benchmarks() {
  return {
      {"switch_90_percent", "Mpacket-hops/s", "64-port switch, 90 % uniform load, 16-block packets",
       bench_switch_90_percent},
      {"switch_50_percent", "Mpacket-hops/s", "64-port switch, 50 % uniform load, 16-block packets",
       bench_switch_50_percent},
      {"switch_4k_packets", "Mpacket-hops/s", "64-port switch, 90 % uniform load, 4 KiB packets",
       bench_switch_4k_packets},
      {"idle_ports", "ratio", "one active pair: time on a 64-port over a 4-port switch",
       bench_idle_ports},
      {"two_threads", "ratio", "fat tree of 16 switches: time with one thread over two",
       bench_two_threads},
  };
}

}  // namespace ib::tb
