// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "models/fabric/routing_config.h"
#include "models/hca/hca_config.h"
#include "models/ib/base/parameter.h"
#include "models/link/link_config.h"
#include "models/phy/phy_config.h"
#include "models/switch/switch_config.h"
#include "testbenches/allreduce/reduction_config.h"
#include "testbenches/host/host_config.h"
#include "testbenches/traffic/congestion_source_config.h"
#include "testbenches/workload/workload_config.h"

namespace ib::tb {

/// How to simulate. Only `seed` may change a result.
struct SimConfig {
  std::uint64_t seed = 1;
  std::string quantum = "max";  ///< "max", "1cycle" or a time: see config/quantum.h.
  std::uint32_t threads = 1;
  std::string rtl;  ///< Machines to replace by their Verilated twins, comma-separated.
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, SimConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("seed", c.seed, Meta{"", 0, 1e18, "key of every random stream", "design"});
  v("quantum", c.quantum,
    Meta{"", 0, 0, "exchange interval: max, 1cycle or a time; no effect on results", "design"});
  v("threads", c.threads, Meta{"", 1, 64, "worker threads; no effect on results", "design"});
  v("rtl", c.rtl, Meta{"", 0, 0, "machines run as RTL: vl_arbiter,vcrc,islip,...", "design"});
}

/// Real products whose values stand before anything the user sets; "none": the models' defaults.
struct PresetConfig {
  std::string hca = "connectx7";
  std::string sw = "quantum2";
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, PresetConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("hca", c.hca, Meta{"", 0, 0, "product to take HCA values from, or none", "design"});
  v("switch", c.sw, Meta{"", 0, 0, "product to take switch values from, or none", "design"});
}

/// What to do. One set of fields for all testbenches; each reads those that it needs.
struct TestbenchConfig {
  std::string name;      ///< Which testbench; `run NAME` sets it.
  std::string topology;  ///< Name or ibnetdiscover dump; empty: hosts on a chain of `switches`.
  std::string from;      ///< Node of the topology that sends.
  std::string to;        ///< Node of the topology that receives.
  std::uint32_t switches = 1;
  std::string link_rate = "auto";
  std::uint32_t mtu_bytes = 4096;
  std::string connection = "RC";
  std::uint64_t size_bytes = 0;
  bool all_sizes = false;
  std::uint32_t qps = 1;
  std::uint64_t iterations = 1000;
  bool bidirectional = false;
  std::uint32_t tx_depth = 128;
  std::uint32_t nodes = 64;
  std::string hca_nodes;  ///< End nodes with an HCA: see workload/hca_list.h.
  double load = 0.5;
  std::uint32_t packet_bytes = 1022;
  double duration_us = 100;
  double warmup_us = 10;
  std::string generation;  ///< Empty: that of `link_rate`.
  std::string snr_db = "16:20:0.5";
  std::string loss_db;
  double hours_simulated = 1;
  std::uint32_t far_senders = 2;
  std::uint32_t near_senders = 2;
  std::uint32_t radix = 8;
  CongestionSourceConfig congestion;
  ReductionConfig reduction;
  HostConfig host;
};

/// The end of TestbenchConfig's list: fields that one testbench alone reads.
template <class Config, class Visitor>
void visit_special_parameters(Config& c, Visitor& v) {
  v("generation", c.generation,
    Meta{"", 0, 0, "ber: sdr .. gdr, with the lanes of link_rate", "ib-facts 8.1 H"});
  v("hours_simulated", c.hours_simulated,
    Meta{"h", 0.001, 40, "burn_in: simulated hours", "design"});
  v("snr_db", c.snr_db, Meta{"dB", 0, 0, "ber: SNR, one or first:last:step", "ib-facts 10.4 H"});
  v("loss_db", c.loss_db,
    Meta{"dB", 0, 0, "ber: cable loss, one or first:last:step; empty: cable.loss_db", ""});
  v("far_senders", c.far_senders,
    Meta{"", 1, 64, "congestion_tree: senders to the hot sink over the cable between the switches",
         "ib-facts 9.5"});
  v("near_senders", c.near_senders,
    Meta{"", 1, 64, "congestion_tree: senders on the hot sink's switch", "ib-facts 9.5"});
  v("radix", c.radix,
    Meta{"", 4, 64, "adaptive_routing: ports of the fat tree's switches", "design"});
  v.nested("congestion", c.congestion);
  v.nested("reduction", c.reduction);
  visit_parameters(c.host, v);
}

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, TestbenchConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("name", c.name, Meta{"", 0, 0, "testbench to run", "design"});
  v("topology", c.topology,
    Meta{"", 0, 0, "made-up plan such as torus:4x4,hosts=2, or file of an ibnetdiscover dump",
         "design"});
  v("from", c.from, Meta{"", 0, 0, "node of the topology that sends", "design"});
  v("to", c.to, Meta{"", 0, 0, "node of the topology that receives", "design"});
  v("switches", c.switches,
    Meta{"", 0, 16, "switches between two hosts without a topology", "design"});
  v("link_rate", c.link_rate,
    Meta{"", 0, 0, "rate of every cable without a topology, 4xNDR; auto: the slower preset",
         "ib-facts 8.1 H"});
  v("mtu_bytes", c.mtu_bytes,
    Meta{"bytes", 256, 4096, "path MTU, a power of two", "ib-facts 1.8 H"});
  v("connection", c.connection,
    Meta{"", 0, 0, "service of the queue pairs: RC, UC, UD, RD or XRC", "perftest"});
  v("size_bytes", c.size_bytes,
    Meta{"bytes", 0, 8388608, "message size; 0: 65536 for bandwidth, 2 for latency", "perftest"});
  v("all_sizes", c.all_sizes, Meta{"", 0, 1, "every power of two from 2 B to 8 MiB", "perftest"});
  v("qps", c.qps, Meta{"", 1, 65536, "queue pairs in parallel", "perftest"});
  v("iterations", c.iterations, Meta{"", 1, 1e7, "messages a queue pair", "perftest"});
  v("bidirectional", c.bidirectional, Meta{"", 0, 1, "both hosts send", "perftest"});
  v("tx_depth", c.tx_depth, Meta{"", 1, 8192, "send queue depth in messages", "perftest"});
  v("nodes", c.nodes, Meta{"", 2, 1024, "light traffic nodes on the switch", "design"});
  v("hca_nodes", c.hca_nodes,
    Meta{"", 0, 0, "end nodes with an HCA, the others are light: all, or 0-3,7 (collective, trace)",
         "design"});
  v("load", c.load, Meta{"", 0, 1, "offered share of the link rate", "design"});
  v("packet_bytes", c.packet_bytes,
    Meta{"bytes", 34, 4130, "light traffic packet, LRH through VCRC, rounded down to 4n + 2",
         "design"});
  v("duration_us", c.duration_us, Meta{"us", 0.1, 1e6, "measured simulated time", "design"});
  v("warmup_us", c.warmup_us, Meta{"us", 0, 1e6, "simulated time before it", "design"});
  visit_special_parameters(c, v);
}

/// Everything a run depends on: the root of all parameter paths.
struct RunConfig {
  SimConfig sim;
  PresetConfig preset;
  TestbenchConfig testbench;
  WorkloadConfig traffic;
  CollectiveConfig collective;
  TraceConfig trace;
  TrainingConfig training;
  fabric::RoutingConfig fabric;
  hca::HcaConfig hca;
  sw::SwitchConfig sw;
  link::LinkConfig link;
  phy::PhyConfig phy;
  phy::CableConfig cable;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, RunConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v.nested("sim", c.sim);
  v.nested("preset", c.preset);
  v.nested("testbench", c.testbench);
  v.nested("traffic", c.traffic);
  v.nested("collective", c.collective);
  v.nested("trace", c.trace);
  v.nested("training", c.training);
  v.nested("fabric", c.fabric);
  v.nested("hca", c.hca);
  v.nested("switch", c.sw);
  v.nested("link", c.link);
  v.nested("phy", c.phy);
  v.nested("cable", c.cable);
}

}  // namespace ib::tb
