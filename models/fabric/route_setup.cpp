// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/route_setup.h"

#include <algorithm>
#include <string>

#include "models/fabric/config_error.h"
#include "models/fabric/dimension_order.h"
#include "models/fabric/fat_tree_routing.h"
#include "models/fabric/group_routing.h"
#include "models/fabric/lft_dump.h"
#include "models/fabric/min_hop.h"
#include "models/fabric/ugal_setup.h"
#include "models/fabric/up_down.h"

namespace ib::fabric {
namespace {

constexpr unsigned kSls = 16;

std::string setting(RoutingName name) {
  const auto index = static_cast<std::size_t>(name);
  return "fabric.routing = " + std::string(EnumNames<RoutingName>::values.at(index)) + ": ";
}

/// A ring of two switches has one cable, and no end to go round.
bool has_rings(const Grid& grid) {
  return grid.kind == GridKind::kTorus && std::any_of(grid.extents.begin(), grid.extents.end(),
                                                      [](std::uint32_t e) { return e > 2; });
}

/// The tables by which a switch does what a policy says.
Sl2VlMap tables_of(const Topology& topology, NodeId sw, const LanePolicy& lanes) {
  const std::uint32_t ports = topology.node(sw).port_count();
  Sl2VlMap map(ports + 1);
  for (std::uint32_t input = 0; input <= ports; ++input) {
    for (std::uint32_t output = 1; output <= ports; ++output) {
      Sl2VlTable table;
      for (unsigned i = 0; i < kSls; ++i) {
        const Sl sl{static_cast<std::uint8_t>(i)};
        table.set(sl, lanes.vl({sw, input}, output, sl));
      }
      map.set(input, output, table);
    }
  }
  return map;
}

/// The SLs of all paths that begin at a switch: all hosts below it share them.
std::vector<Sl> sls_from(NodeId sw, Lid top, const LanePolicy& lanes) {
  std::vector<Sl> sls(top.value() + 1u);
  for (std::uint32_t lid = 1; lid < sls.size(); ++lid) {
    sls[lid] = lanes.sl({sw, 0}, Lid{static_cast<std::uint16_t>(lid)});
  }
  return sls;
}

/// Writes a policy down as the tables that switches and hosts go by.
void set_lanes(RouteSetup& setup, const Topology& topology, const LanePolicy& lanes) {
  setup.path_sls.resize(topology.nodes().size());
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    const bool is_switch = topology.node(id).kind == NodeKind::kSwitch;
    setup.sl2vl.push_back(is_switch ? tables_of(topology, id, lanes) : Sl2VlMap(0));
    if (is_switch) setup.path_sls[id] = sls_from(id, setup.routing.top(), lanes);
  }
}

RouteSetup dimension_order(const Topology& topology, const std::optional<Grid>& grid,
                           unsigned data_vls) {
  const std::string key = setting(RoutingName::kDimensionOrder);
  if (!grid || grid->kind == GridKind::kGroups) {
    throw ConfigError(key +
                      "needs a topology that is a grid: mesh:, torus:, hypercube: or hyperx:");
  }
  RouteSetup setup{DimensionOrder(*grid).route(topology)};
  if (!has_rings(*grid)) return setup;
  if (data_vls < 2) {
    throw ConfigError(key + "the datelines of a torus take 2 VLs, link.data_vls is " +
                      std::to_string(data_vls));
  }
  set_lanes(setup, topology, dateline_lanes(topology, *grid));
  return setup;
}

RouteSetup by_groups(const Topology& topology, const std::optional<Grid>& grid, RoutingName name,
                     unsigned data_vls) {
  if (!grid || grid->kind != GridKind::kGroups) {
    throw ConfigError(setting(name) + "needs a topology of groups: dragonfly: or dragonflyplus:");
  }
  const bool valiant = name == RoutingName::kValiant;
  const unsigned lanes_needed = valiant ? 3 : 2;
  if (data_vls < lanes_needed) {
    throw ConfigError(setting(name) + "takes " + std::to_string(lanes_needed) +
                      " VLs, link.data_vls is " + std::to_string(data_vls));
  }
  const auto way = valiant ? GroupRouting::Way::kValiant : GroupRouting::Way::kMinimal;
  const GroupRouting engine(*grid, way);
  RouteSetup setup{engine.route(topology)};
  set_lanes(setup, topology,
            group_lanes(topology, *grid, way, engine.ways_by(topology, setup.routing.top())));
  return setup;
}

RouteSetup by_load(const Topology& topology, const std::optional<Grid>& grid, unsigned data_vls) {
  const std::string key = setting(RoutingName::kUgal);
  if (!grid || grid->kind != GridKind::kGroups) {
    throw ConfigError(key + "needs a topology of groups: dragonfly: or dragonflyplus:");
  }
  RouteSetup setup{GroupRouting(*grid, GroupRouting::Way::kMinimal).route(topology)};
  setup.ugal = ugal_tables(topology, *grid, setup.routing);
  const unsigned lanes_needed = ugal_lanes(topology, setup.routing);
  if (data_vls < lanes_needed) {
    throw ConfigError(key + "takes " + std::to_string(lanes_needed) + " VLs, link.data_vls is " +
                      std::to_string(data_vls));
  }
  return setup;
}

}  // namespace

RouteSetup set_up_routes(const Topology& topology, const RoutingConfig& config,
                         const std::optional<Grid>& grid, unsigned data_vls) {
  const bool from_file = config.routing == RoutingName::kFile;
  if (from_file == config.routing_file.empty()) {
    throw ConfigError(from_file ? setting(config.routing) + "needs a fabric.routing_file"
                                : "fabric.routing_file = " + printable(config.routing_file) +
                                      ": is for fabric.routing = file alone");
  }
  switch (config.routing) {
    case RoutingName::kUpDown:
      return {UpDown().route(topology)};
    case RoutingName::kDimensionOrder:
      return dimension_order(topology, grid, data_vls);
    case RoutingName::kFile:
      return {import_lft_dump(config.routing_file, topology)};
    case RoutingName::kFatTree:
      return {FatTreeRouting().route(topology)};
    case RoutingName::kDragonfly:
    case RoutingName::kValiant:
      return by_groups(topology, grid, config.routing, data_vls);
    case RoutingName::kUgal:
      return by_load(topology, grid, data_vls);
    case RoutingName::kMinHop:
      break;
  }
  return {MinHop().route(topology)};
}

LanePolicy lanes_of(const Topology& topology, const RouteSetup& setup) {
  // Without tables every SL keeps to one lane, and all lanes depend alike: VL 0 stands for them.
  LanePolicy lanes;
  if (setup.sl2vl.empty()) return lanes;
  lanes.sl = [&topology, &setup](PortRef from, Lid to) {
    const auto first = topology.peer(from);
    const auto& sls = setup.path_sls[first ? first->node : from.node];
    return to.value() < sls.size() ? sls[to.value()] : Sl{};
  };
  lanes.vl = [&topology, &setup](PortRef input, std::uint32_t output, Sl sl) {
    const bool is_switch = topology.node(input.node).kind == NodeKind::kSwitch;
    return is_switch ? setup.sl2vl[input.node].at(input.port, output)[sl] : Vl{};
  };
  return lanes;
}

ChannelDependencies dependencies_of(const Topology& topology, const RouteSetup& setup) {
  if (setup.ugal.empty()) return {topology, setup.routing, lanes_of(topology, setup)};
  return {topology, setup.routing, ugal_ways(setup.routing, setup.ugal)};
}

void refuse_cycle(const Topology& topology, const ChannelDependencies& graph,
                  const RoutingConfig& config) {
  const std::vector<Channel> cycle = graph.find_cycle();
  if (cycle.empty()) return;
  const auto name = [&](const Channel& channel) {
    return printable(topology.label(channel.output)) + " VL" + std::to_string(channel.vl.value());
  };
  std::string text = setting(config.routing) + "can deadlock, " + std::to_string(cycle.size()) +
                     " channels wait for each other in a cycle; choose another routing, or "
                     "--allow-deadlock to run all the same";
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    text += "\n  " + name(cycle[i]) + " waits for " + name(cycle[(i + 1) % cycle.size()]);
  }
  throw ConfigError(text);
}

}  // namespace ib::fabric
