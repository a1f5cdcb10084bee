// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/path_report.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>

#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

/// Host i to host target[i]; who would send to itself is silent.
Pattern permutation(std::vector<PortRef> hosts, std::vector<std::size_t> target) {
  return [hosts = std::move(hosts),
          target = std::move(target)](const std::function<void(const Flow&)>& action) {
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      if (target[i] != i) action({hosts[i], hosts[target[i]], 1});
    }
  };
}

template <class Function>
Pattern permutation_by(const Topology& topology, Function target_of) {
  std::vector<PortRef> hosts = traffic_ports(topology);
  std::vector<std::size_t> target(hosts.size());
  for (std::size_t i = 0; i < hosts.size(); ++i) target[i] = target_of(i);
  return permutation(std::move(hosts), std::move(target));
}

[[noreturn]] void refuse(const char* pattern, std::size_t hosts, const char* allowed) {
  throw ConfigError({{}, 0, pattern, std::to_string(hosts) + " hosts", "cannot be", allowed});
}

bool is_switch(const Topology& topology, NodeId id) {
  return topology.node(id).kind == NodeKind::kSwitch;
}

/// Loads by node and port.
using Loads = std::vector<std::vector<double>>;

void follow(const Topology& topology, const Routing& routing, const Flow& flow, Loads& loads,
            PathReport& report) {
  ++report.flows;
  const Path path = trace(topology, routing, flow.from, topology.port(flow.to).lid);
  if (path.end != Path::End::kDelivered) {
    ++report.unreachable;
    return;
  }
  if (report.paths.size() <= path.switches()) report.paths.resize(path.switches() + 1, 0);
  ++report.paths[path.switches()];
  for (const PortRef output : path.outputs) loads[output.node][output.port] += flow.load;
}

void sum_up(const Topology& topology, const Loads& loads, PathReport& report) {
  double total = 0;
  std::size_t trunks = 0;
  const auto count = [&](PortRef from, PortRef to) {
    const double load = loads[from.node][from.port];
    if (load > report.max_load) {
      report.max_load = load;
      report.busiest = from;
    }
    if (!is_switch(topology, from.node) || !is_switch(topology, to.node)) return;
    report.max_trunk_load = std::max(report.max_trunk_load, load);
    total += load;
    ++trunks;
  };
  for (const Cable& cable : topology.cables()) {
    count(cable.a, cable.b);
    count(cable.b, cable.a);
  }
  if (trunks > 0) report.mean_trunk_load = total / static_cast<double>(trunks);
}

}  // namespace

std::vector<PortRef> traffic_ports(const Topology& topology) {
  std::vector<PortRef> ports;
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    if (is_switch(topology, id)) continue;
    for (std::uint32_t p = 1; p <= topology.node(id).port_count(); ++p) {
      if (topology.peer({id, p}) && topology.port({id, p}).lid != Lid{}) ports.push_back({id, p});
    }
  }
  return ports;
}

Pattern uniform_pattern(const Topology& topology) {
  return [hosts = traffic_ports(topology)](const std::function<void(const Flow&)>& action) {
    if (hosts.size() < 2) return;
    const double share = 1 / static_cast<double>(hosts.size() - 1);
    for (const PortRef from : hosts) {
      for (const PortRef to : hosts) {
        if (from != to) action({from, to, share});
      }
    }
  };
}

Pattern shift_pattern(const Topology& topology, std::size_t distance) {
  const std::size_t hosts = traffic_ports(topology).size();
  return permutation_by(topology, [&](std::size_t i) { return (i + distance % hosts) % hosts; });
}

Pattern bit_reversal_pattern(const Topology& topology) {
  const std::size_t hosts = traffic_ports(topology).size();
  if (hosts == 0 || (hosts & (hosts - 1)) != 0) refuse("bit_reversal", hosts, "powers of two");
  return permutation_by(topology, [&](std::size_t i) {
    std::size_t reversed = 0;
    for (std::size_t bit = 1; bit < hosts; bit <<= 1, i >>= 1) reversed = reversed << 1 | (i & 1);
    return reversed;
  });
}

Pattern transpose_pattern(const Topology& topology) {
  const std::size_t hosts = traffic_ports(topology).size();
  std::size_t side = 0;
  while (side * side < hosts) ++side;
  if (side * side != hosts) refuse("transpose", hosts, "square numbers");
  return permutation_by(topology, [&](std::size_t i) { return i % side * side + i / side; });
}

Pattern random_pattern(const Topology& topology, std::uint64_t seed) {
  std::vector<PortRef> hosts = traffic_ports(topology);
  std::vector<std::size_t> target(hosts.size());
  std::iota(target.begin(), target.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  // By hand: what std::shuffle draws differs between standard libraries.
  for (std::size_t i = target.size(); i > 1; --i) std::swap(target[i - 1], target[random() % i]);
  return permutation(std::move(hosts), std::move(target));
}

double PathReport::mean_switches() const {
  double total = 0;
  double count = 0;
  for (std::size_t switches = 0; switches < paths.size(); ++switches) {
    total += static_cast<double>(switches * paths[switches]);
    count += static_cast<double>(paths[switches]);
  }
  return count > 0 ? total / count : 0;
}

PathReport report_paths(const Topology& topology, const Routing& routing, const Pattern& pattern) {
  PathReport report;
  Loads loads;
  for (const Node& node : topology.nodes()) loads.emplace_back(node.ports.size(), 0.0);
  pattern([&](const Flow& flow) { follow(topology, routing, flow, loads, report); });
  sum_up(topology, loads, report);
  return report;
}

}  // namespace ib::fabric
