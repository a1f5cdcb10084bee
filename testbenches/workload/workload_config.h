// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::tb {

/// Who sends to whom.
enum class TrafficPattern : std::uint8_t {
  kUniform,
  kShift,
  kBitReversal,
  kTranspose,
  kTornado,
  kRandom,  ///< A random permutation.
  kHotspot,
  kIncast,
  kAllToAll,
  kNeighbour,
};

/// When messages are born.
enum class Arrivals : std::uint8_t { kPoisson, kBernoulli, kOnOff, kClosed };

/// What a message of the workload is made of on the wire.
enum class WorkloadProtocol : std::uint8_t { kPlain, kNvmeof, kSrp, kIpoib, kMpi };

/// The workload of `run traffic`.
struct WorkloadConfig {
  TrafficPattern pattern = TrafficPattern::kUniform;
  std::string sizes = "4096";
  Arrivals arrivals = Arrivals::kPoisson;
  WorkloadProtocol protocol = WorkloadProtocol::kPlain;
  std::uint32_t shift = 1;
  std::string shape;
  std::uint32_t hotspots = 1;
  double hotspot_share = 0.2;
  double on_us = 2;
  std::uint32_t outstanding = 1;
  double think_ns = 0;
  double read_share = 0.7;
  std::uint32_t inline_bytes = 4096;
  std::uint32_t eager_bytes = 16384;
  double service_ns = 0;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, WorkloadConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("pattern", c.pattern, Meta{"", 0, 9, "who sends to whom", "booksim"});
  v("sizes", c.sizes,
    Meta{"bytes", 0, 0,
         "message sizes: 4096; 64,4096; 64:0.9,65536:0.1; web_search, hadoop, storage; CDF file",
         "design"});
  v("arrivals", c.arrivals, Meta{"", 0, 3, "when messages are born", "design"});
  v("protocol", c.protocol, Meta{"", 0, 4, "how a message is carried", "design"});
  v("shift", c.shift, Meta{"hosts", 1, 65535, "shift: distance to the receiver", "booksim"});
  v("shape", c.shape,
    Meta{"", 0, 0, "hosts as a grid, 4x4x2; tornado, neighbour; empty: a ring", "booksim"});
  v("hotspots", c.hotspots, Meta{"hosts", 1, 65535, "hotspot, incast: the first hosts", "design"});
  v("hotspot_share", c.hotspot_share,
    Meta{"", 0, 1, "hotspot: share of the messages to them, beside the uniform rest", "design"});
  v("on_us", c.on_us,
    Meta{"us", 0.001, 1e6, "on_off: mean time of a burst at line rate", "design"});
  v("outstanding", c.outstanding,
    Meta{"", 1, 65536, "closed: messages of a host on their way", "design"});
  v("think_ns", c.think_ns, Meta{"ns", 0, 1e9, "closed: from answer to next message", "design"});
  v("read_share", c.read_share, Meta{"", 0, 1, "nvmeof, srp: share of reads", "design"});
  v("inline_bytes", c.inline_bytes,
    Meta{"bytes", 0, 65536, "nvmeof: longest write data in the command capsule", "NVMe-oF 1.1"});
  v("eager_bytes", c.eager_bytes,
    Meta{"bytes", 0, 16777216, "mpi: longest message sent without a rendezvous", "design"});
  v("service_ns", c.service_ns,
    Meta{"ns", 0, 1e9, "nvmeof, srp: mean time of the medium, exponential", "design"});
}

enum class CollectiveOperation : std::uint8_t {
  kAllReduce,
  kReduceScatter,
  kAllGather,
  kBroadcast,
  kAllToAll,
};

enum class CollectiveAlgorithm : std::uint8_t {
  kAuto,
  kRing,
  kRecursiveDoubling,
  kHalvingDoubling,  ///< Rabenseifner's.
  kDoubleTree,       ///< Two binary trees, each with half of the vector.
  kBinomialTree,
  kPairwise,
};

/// One collective operation among the hosts of `run collective`.
struct CollectiveConfig {
  CollectiveOperation operation = CollectiveOperation::kAllReduce;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::kAuto;
  std::uint64_t bytes = 65536;
  std::uint64_t segment_bytes = 0;
  std::uint32_t ranks = 0;
  double reduce_gbps = 0;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, CollectiveConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("operation", c.operation, Meta{"", 0, 4, "what the ranks do together", "MPI 4.0"});
  v("algorithm", c.algorithm, Meta{"", 0, 6, "how they do it", "Thakur 2005"});
  v("bytes", c.bytes,
    Meta{"bytes", 1, 4294967296.0, "vector of each rank; all_to_all: to all ranks together",
         "design"});
  v("segment_bytes", c.segment_bytes,
    Meta{"bytes", 0, 4294967296.0, "trees: part that moves on by itself; 0: whole", "design"});
  v("ranks", c.ranks, Meta{"", 0, 65535, "the first hosts; 0: all", "design"});
  v("reduce_gbps", c.reduce_gbps,
    Meta{"Gb/s", 0, 1e6, "rate at which a rank adds vectors; 0: at once", "design"});
}

/// A recorded program of messages, replayed by `run trace`.
struct TraceConfig {
  std::string file;
  double overhead_ns = 0;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, TraceConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("file", c.file,
    Meta{"", 0, 0, "GOAL text, or CSV of operations when it ends in .csv", "LogGOPSim"});
  v("overhead_ns", c.overhead_ns,
    Meta{"ns", 0, 1e9, "time a send or receive takes on the CPU: o of LogGP", "LogGOPSim"});
}

/// Steps of a training run, of `run training`.
struct TrainingConfig {
  std::uint32_t steps = 2;
  std::uint32_t tensor = 1;
  std::uint32_t pipeline = 1;
  std::uint32_t layers = 8;
  std::uint32_t microbatches = 1;
  double forward_us = 100;
  double backward_us = 200;
  std::uint64_t gradient_bytes = 8388608;
  std::uint64_t bucket_bytes = 2097152;
  std::uint64_t activation_bytes = 65536;
  bool overlap = true;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, TrainingConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("steps", c.steps, Meta{"", 1, 1000, "training steps", "design"});
  v("tensor", c.tensor, Meta{"", 1, 4096, "ranks that share each layer", "Megatron-LM"});
  v("pipeline", c.pipeline, Meta{"", 1, 4096, "stages of layers, one after the other", "GPipe"});
  v("layers", c.layers, Meta{"", 1, 1024, "layers of a stage", "design"});
  v("microbatches", c.microbatches, Meta{"", 1, 1024, "parts of a batch in the pipeline", "GPipe"});
  v("forward_us", c.forward_us,
    Meta{"us", 0, 1e6, "forward computation of a stage and microbatch", "design"});
  v("backward_us", c.backward_us, Meta{"us", 0, 1e6, "backward computation of the same", "design"});
  v("gradient_bytes", c.gradient_bytes,
    Meta{"bytes", 0, 4294967296.0, "gradients of a rank", "design"});
  v("bucket_bytes", c.bucket_bytes,
    Meta{"bytes", 1, 4294967296.0, "gradients reduced by one all-reduce", "PyTorch DDP"});
  v("activation_bytes", c.activation_bytes,
    Meta{"bytes", 0, 4294967296.0, "activations of a microbatch between stages or tensor ranks",
         "design"});
  v("overlap", c.overlap,
    Meta{"", 0, 1, "buckets are reduced during the backward pass", "PyTorch DDP"});
}

}  // namespace ib::tb

template <>
struct ib::EnumNames<ib::tb::TrafficPattern> {
  static constexpr std::array<std::string_view, 10> values{
      "uniform", "shift",   "bit_reversal", "transpose",  "tornado",
      "random",  "hotspot", "incast",       "all_to_all", "neighbour"};
};

template <>
struct ib::EnumNames<ib::tb::Arrivals> {
  static constexpr std::array<std::string_view, 4> values{"poisson", "bernoulli", "on_off",
                                                          "closed"};
};

template <>
struct ib::EnumNames<ib::tb::WorkloadProtocol> {
  static constexpr std::array<std::string_view, 5> values{"plain", "nvmeof", "srp", "ipoib", "mpi"};
};

template <>
struct ib::EnumNames<ib::tb::CollectiveOperation> {
  static constexpr std::array<std::string_view, 5> values{"all_reduce", "reduce_scatter",
                                                          "all_gather", "broadcast", "all_to_all"};
};

template <>
struct ib::EnumNames<ib::tb::CollectiveAlgorithm> {
  static constexpr std::array<std::string_view, 7> values{
      "auto",          "ring",    "recursive_doubling", "halving_doubling", "double_tree",
      "binomial_tree", "pairwise"};
};
