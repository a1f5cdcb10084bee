// SPDX-License-Identifier: Apache-2.0
#include "testbenches/allreduce/allreduce.h"

#include <algorithm>
#include <utility>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/ib/packet/packet_builder.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kOverhead = Lrh::kBytes + Bth::kBytes + Deth::kBytes + kIcrcBytes;

/// Throws ConfigError for sizes that do not fit.
std::uint32_t hosts_a_leaf(const AllreducePlan& plan) {
  const ReductionConfig& r = plan.reduction;
  const std::size_t element = element_bytes(r.type);
  if (allreduce_radix(plan.hosts) == 0) {
    throw fabric::ConfigError("testbench.nodes = " + std::to_string(plan.hosts) +
                              ": does not fill the leaves of a fat tree; try 64");
  }
  if (r.segment_bytes % element != 0 || r.vector_bytes % (plan.hosts * element) != 0) {
    throw fabric::ConfigError(
        "testbench.reduction.vector_bytes: allowed are multiples of nodes x element, and of the "
        "element for segment_bytes");
  }
  if (r.segment_bytes > plan.fabric.link.mtu_bytes) {
    throw fabric::ConfigError(
        "testbench.reduction.segment_bytes: allowed are up to link.mtu_bytes");
  }
  return allreduce_radix(plan.hosts) / 2;
}

}  // namespace

std::uint32_t allreduce_radix(std::uint32_t hosts) {
  for (std::uint32_t radix = 4; radix <= 64; radix += 2) {
    if (hosts % (radix / 2) == 0 && hosts / (radix / 2) <= radix && hosts > radix / 2) return radix;
  }
  return 0;
}

Allreduce::Allreduce(const AllreducePlan& plan, const ConductorConfig& conductor)
    : plan_(plan),
      hosts_a_leaf_(hosts_a_leaf(plan)),
      leaves_(plan.hosts / hosts_a_leaf_),
      conductor_("conductor", conductor) {
  const ReductionConfig& r = plan_.reduction;
  for (std::uint32_t host = 0; host < plan_.hosts; ++host) {
    inputs_.push_back(allreduce_input(r.type, r.vector_bytes, plan_.fabric.seed, host));
  }
  const auto make = [&](const fabric::EndSite& site) {
    ReducePart part;
    part.index = site.index;
    part.hosts = plan_.hosts;
    part.in_network = r.sharp;
    part.op = r.op;
    part.type = r.type;
    part.segment_bytes = r.segment_bytes;
    part.window = r.mode == ReductionMode::kLowLatency ? 1 : plan_.fabric.sw.aggregation.window;
    part.vector = inputs_[site.index];
    auto host =
        std::make_unique<ReduceHost>(site.module_name.c_str(), site.lid, std::move(part),
                                     plan_.fabric.link, site.rate, plan_.host_clock_mhz, payloads_);
    hosts_.push_back(host.get());
    link::Port* const port = &host->port();
    return fabric::EndNode{std::move(host), port};
  };
  fabric_ = std::make_unique<fabric::Fabric>(
      "fabric", fabric::fat_tree_2(2 * hosts_a_leaf_, leaves_, plan_.cable), plan_.fabric,
      conductor_, make);
  build_tree();
}

// The first spine is the root, leaves are its children in their order, hosts those of the leaves.
void Allreduce::build_tree() {
  const auto& ends = fabric_->ends();
  if (!plan_.reduction.sharp) {
    for (std::uint32_t host = 0; host < plan_.hosts; ++host) {
      hosts_[host]->set_peer(ends[(host + 1) % plan_.hosts].site.lid);
    }
    return;
  }
  const auto lid_of = [this](std::size_t sw) {
    return fabric_->topology().port({fabric_->switches()[sw].node, 0}).lid;
  };
  sw::AggregationTree tree;
  tree.op = plan_.reduction.op;
  tree.type = plan_.reduction.type;
  tree.order = plan_.reduction.order;
  tree.segment_bytes = plan_.reduction.segment_bytes;
  sw::AggregationTree root = tree;
  root.self = lid_of(leaves_);
  for (std::uint32_t leaf = 0; leaf < leaves_; ++leaf) {
    sw::AggregationTree node = tree;
    node.self = lid_of(leaf);
    node.parent = root.self;
    for (std::uint32_t i = 0; i < hosts_a_leaf_; ++i) {
      const std::uint32_t host = leaf * hosts_a_leaf_ + i;
      node.children.push_back(ends[host].site.lid);
      hosts_[host]->set_peer(node.self);
    }
    root.children.push_back(node.self);
    fabric_->switches()[leaf].chip->aggregate(node, payloads_);
  }
  fabric_->switches()[leaves_].chip->aggregate(root, payloads_);
}

bool Allreduce::done() const {
  return std::all_of(hosts_.begin(), hosts_.end(), [](const ReduceHost* h) { return h->done(); });
}

void Allreduce::run(Ticks limit) {
  constexpr Ticks kStep = 10'000 * kTicksPerNs;
  for (Ticks end = kStep; !done() && end <= limit; end += kStep) {
    conductor_.stop_at(end);
    sc_core::sc_start(to_sc_time(end) - sc_core::sc_time_stamp());
    if (sc_core::sc_get_status() == sc_core::SC_STOPPED || !conductor_.deadlock().empty()) return;
  }
}

AllreduceResult Allreduce::result() const {
  AllreduceResult result;
  result.complete = done();
  const std::vector<std::uint8_t> expected = reference();
  result.correct = result.complete;
  constexpr std::uint64_t kWord = 4;
  for (const ReduceHost* host : hosts_) {
    result.correct = result.correct && host->vector() == expected;
    result.time = std::max(result.time, host->done_at());
    result.bytes += kWord * host->port().counters().xmit_data;
  }
  for (const auto& node : fabric_->switches()) {
    for (unsigned port = 1; port <= node.chip->ports(); ++port) {
      result.bytes += kWord * node.chip->port(port).counters().xmit_data;
    }
  }
  result.predicted = predicted_bytes();
  return result;
}

std::vector<std::uint8_t> Allreduce::reference() const {
  return plan_.reduction.sharp ? tree_reference() : ring_reference();
}

// ((h0 + h1) + h2) .. on each leaf, then leaf after leaf.
std::vector<std::uint8_t> Allreduce::tree_reference() const {
  const ReductionConfig& r = plan_.reduction;
  std::vector<std::uint8_t> total;
  for (std::uint32_t leaf = 0; leaf < leaves_; ++leaf) {
    std::vector<std::uint8_t> sum = inputs_[leaf * hosts_a_leaf_];
    for (std::uint32_t i = 1; i < hosts_a_leaf_; ++i) {
      const auto& next = inputs_[leaf * hosts_a_leaf_ + i];
      reduce(r.op, r.type, sum.data(), next.data(), sum.size());
    }
    if (total.empty()) {
      total = std::move(sum);
    } else {
      reduce(r.op, r.type, total.data(), sum.data(), total.size());
    }
  }
  return total;
}

// Chunk c from host c on, round the ring.
std::vector<std::uint8_t> Allreduce::ring_reference() const {
  const ReductionConfig& r = plan_.reduction;
  const std::size_t chunk = r.vector_bytes / plan_.hosts;
  std::vector<std::uint8_t> total(r.vector_bytes);
  for (std::uint32_t c = 0; c < plan_.hosts; ++c) {
    std::uint8_t* const into = total.data() + c * chunk;
    std::copy_n(inputs_[c].data() + c * chunk, chunk, into);
    for (std::uint32_t i = 1; i < plan_.hosts; ++i) {
      reduce(r.op, r.type, into, inputs_[(c + i) % plan_.hosts].data() + c * chunk, chunk);
    }
  }
  return total;
}

// Tree: the vector once up and once down every cable of it. Ring: 2 (hosts - 1) chunks from each
// host to the next, over two cables on a leaf and four between leaves.
std::uint64_t Allreduce::predicted_bytes() const {
  const ReductionConfig& r = plan_.reduction;
  if (r.sharp) return 2 * (plan_.hosts + leaves_) * bytes_of(r.vector_bytes);
  const std::uint64_t hops = 2 * std::uint64_t{plan_.hosts} + (leaves_ > 1 ? 2 * leaves_ : 0);
  return 2 * (plan_.hosts - 1) * hops * bytes_of(r.vector_bytes / plan_.hosts);
}

/// Of the packets that carry so much payload, LRH through ICRC.
std::uint64_t Allreduce::bytes_of(std::size_t payload) const {
  const std::size_t segment = plan_.reduction.segment_bytes;
  const std::size_t whole = payload / segment;
  const std::size_t rest = payload % segment;
  const auto packet = [](std::size_t bytes) { return kOverhead + (bytes + 3) / 4 * 4; };
  return whole * packet(segment) + (rest > 0 ? packet(rest) : 0);
}

}  // namespace ib::tb
