// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/pair_plan.h"

#include <utility>
#include <vector>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/node_lookup.h"
#include "testbenches/simulation/fabric_setup.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;
using fabric::NodeKind;
using fabric::PortRef;
using fabric::Topology;

/// The cabled ports of channel adapters, in the order of the plan.
std::vector<PortRef> host_ports(const Topology& topology) {
  std::vector<PortRef> ports;
  for (fabric::NodeId id = 0; id < topology.nodes().size(); ++id) {
    const fabric::Node& node = topology.node(id);
    if (node.kind != NodeKind::kCa) continue;
    for (std::uint32_t port = 1; port <= node.port_count(); ++port) {
      if (topology.cable_at({id, port}) != nullptr) ports.push_back({id, port});
    }
  }
  return ports;
}

Topology synthetic(const RunConfig& config) {
  const fabric::CableInfo cable{*link_rate_from_name(config.testbench.link_rate), {}, {}};
  if (config.testbench.switches == 0) return fabric::back_to_back(cable);
  if (config.testbench.switches == 1) return fabric::single_switch(2, cable, config.sw.ports);
  return fabric::switch_line(config.testbench.switches, 1, cable);
}

}  // namespace

PairPlan plan_pair(const RunConfig& config) {
  const TestbenchConfig& testbench = config.testbench;
  PairPlan plan;
  if (testbench.topology.empty()) {
    plan.topology = synthetic(config);
  } else {
    fabric::FabricPlan given = topology_of(config);
    plan.topology = std::move(given.topology);
    plan.grid = std::move(given.grid);
  }
  if (!testbench.from.empty()) {
    plan.client = fabric::find_port(plan.topology, testbench.from, NodeKind::kCa);
    plan.server = fabric::find_port(plan.topology, testbench.to, NodeKind::kCa);
  } else {
    const std::vector<PortRef> hosts = host_ports(plan.topology);
    if (hosts.size() < 2) throw ConfigError("the topology has fewer than two cabled hosts");
    plan.client = hosts.front();
    plan.server = testbench.topology.empty() ? hosts.back() : hosts[1];
  }
  if (plan.client == plan.server) {
    throw ConfigError("testbench.from and testbench.to name the same port " +
                      plan.topology.label(plan.client));
  }
  return plan;
}

}  // namespace ib::tb
