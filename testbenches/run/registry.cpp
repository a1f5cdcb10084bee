// SPDX-License-Identifier: Apache-2.0
#include "testbenches/allreduce/allreduce_run.h"
#include "testbenches/ber/ber_run.h"
#include "testbenches/ber/burn_in_run.h"
#include "testbenches/ber/link_training_run.h"
#include "testbenches/ber/phy_bench.h"
#include "testbenches/perftest/hca_bench.h"
#include "testbenches/perftest/perftest.h"
#include "testbenches/run/benchmark.h"
#include "testbenches/run/testbench.h"
#include "testbenches/smp/smp_run.h"
#include "testbenches/traffic/adaptive_permutation_run.h"
#include "testbenches/traffic/congestion_tree_run.h"
#include "testbenches/traffic/traffic_bench.h"
#include "testbenches/traffic/traffic_run.h"
#include "testbenches/workload/collective_run.h"
#include "testbenches/workload/trace_run.h"
#include "testbenches/workload/training_run.h"
#include "testbenches/workload/workload_run.h"

namespace ib::tb {

std::vector<Testbench> testbenches() {
  return {
      {"write_bw", "RDMA WRITE bandwidth between two hosts, as ib_write_bw", run_write_bw},
      {"write_lat", "RDMA WRITE latency between two hosts, as ib_write_lat", run_write_lat},
      {"send_bw", "SEND bandwidth between two hosts, as ib_send_bw", run_send_bw},
      {"send_lat", "SEND latency between two hosts, as ib_send_lat", run_send_lat},
      {"read_bw", "RDMA READ bandwidth between two hosts, as ib_read_bw", run_read_bw},
      {"read_lat", "RDMA READ latency between two hosts, as ib_read_lat", run_read_lat},
      {"atomic_bw", "FetchAdd rate between two hosts, as ib_atomic_bw", run_atomic_bw},
      {"atomic_lat", "FetchAdd latency between two hosts, as ib_atomic_lat", run_atomic_lat},
      {"uniform", "light traffic nodes, each to all others alike", run_uniform},
      {"incast", "light traffic nodes, all to one", run_incast},
      {"traffic", "light hosts: patterns, size distributions, open and closed loops, steady state",
       run_traffic_workload},
      {"congestion_tree", "a victim behind a hot sink, without and with congestion control",
       run_congestion_tree},
      {"adaptive_routing", "a bad permutation on a fat tree: static tables and adaptive routing",
       run_adaptive_routing},
      {"allreduce", "one all-reduce: a ring of hosts and, with --sharp, in the switches",
       run_allreduce},
      {"collective", "one collective operation among light hosts, by several algorithms",
       run_collective},
      {"trace", "a recorded program of messages, GOAL or CSV, replayed on light hosts", run_trace},
      {"training", "training steps on light hosts: computation, gradients, scaling efficiency",
       run_training},
      {"smp", "a fabric discovered, read and set in band from one host", run_smp},
      {"ber", "one bit-true line: error rates over SNR beside their closed forms", run_ber},
      {"burn_in", "one line over hours: codewords that fail by the closed form", run_burn_in},
      {"link_training", "two ports train, recover and part: states and times", run_link_training},
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
      {"large_tree", "Mpacket-hops/s", "fat tree of 1,024 hosts, 50 % uniform, 16-block packets",
       bench_large_tree},
      {"large_tree_cost", "ratio", "a packet-hop there over one of switch_50_percent",
       bench_large_tree_cost},
      {"node_bytes", "bytes", "memory of that tree under load over its hosts", bench_node_bytes},
      {"idle_ports", "ratio", "one active pair: time on a 64-port over a 4-port switch",
       bench_idle_ports},
      {"two_threads", "ratio", "fat tree of 16 switches: time with one thread over two",
       bench_two_threads},
      {"hca_write_8b", "messages/s", "two HCAs through a switch, 8-byte WRITEs, CRCs on",
       bench_hca_write_8b},
      {"hca_write_64k", "messages/s", "two HCAs through a switch, 64 KiB WRITEs, CRCs on",
       bench_hca_write_64k},
      {"hca_hops_8b", "Mpacket-hops/s", "the same 8-byte WRITEs, packets that cross the switch",
       bench_hca_hops_8b},
      {"hca_hops_64k", "Mpacket-hops/s", "the same 64 KiB WRITEs, packets that cross the switch",
       bench_hca_hops_64k},
      {"bit_true_clean", "Gb/s", "bit-true NDR link without a wrong bit",
       bench_bit_true_clean_gbps},
      {"bit_true_noisy", "Gb/s", "bit-true NDR link at pre-FEC BER 2.4e-4",
       bench_bit_true_noisy_gbps},
      {"line_codec", "Gb/s", "RS(544,514) line code, every group encoded and decoded",
       bench_line_codec_gbps},
      {"rs_decoder", "words/s", "RS(544,514) words with eight wrong symbols decoded",
       bench_rs_decoder},
      {"rs_over_libfec", "ratio",
       "time of libfec's decode_rs_int over ours, same words; 0: no libfec", bench_rs_over_libfec},
  };
}

}  // namespace ib::tb
