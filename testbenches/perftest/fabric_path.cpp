// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/fabric_path.h"

#include <optional>

namespace ib::tb {
namespace {

using fabric::Fabric;
using fabric::PortRef;

/// The line out of a port: cables are built in the order of the plan, those with an empty end left
/// out.
std::optional<PathLeg> leg_from(const Fabric& fabric, PortRef from) {
  std::size_t built = 0;
  for (const fabric::Cable& plan : fabric.topology().cables()) {
    if (fabric.port_at(plan.a) == nullptr || fabric.port_at(plan.b) == nullptr) continue;
    const phy::Cable& cable = *fabric.cables()[built++];
    if (plan.a == from) return PathLeg{&cable.a_to_b(), plan.info.rate};
    if (plan.b == from) return PathLeg{&cable.b_to_a(), plan.info.rate};
  }
  return std::nullopt;
}

}  // namespace

std::vector<PathLeg> fabric_path(const Fabric& fabric, PortRef from, PortRef to) {
  const fabric::Topology& topology = fabric.topology();
  const Lid lid = topology.port(to).lid;
  std::vector<PathLeg> path;
  PortRef out = from;
  while (path.size() <= topology.nodes().size()) {
    const auto leg = leg_from(fabric, out);
    if (!leg) return {};
    path.push_back(*leg);
    const PortRef in = *topology.peer(out);
    if (in == to) return path;
    if (topology.node(in.node).kind != fabric::NodeKind::kSwitch) return {};
    out = {in.node, fabric.routing().output(in.node, lid)};
  }
  return {};
}

}  // namespace ib::tb
