// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/routing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/ibnetdiscover.h"
#include "models/fabric/lids.h"
#include "models/fabric/node_lookup.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

std::string data(const std::string& name) {
  return std::string(IB_SOURCE_DIR) + "/testbenches/data/" + name;
}

Routing min_hop(const Topology& topology) { return make_routing_engine("minhop")->route(topology); }

std::size_t hops(const Topology& topology, const Routing& routing, const char* from,
                 const char* to) {
  const Lid lid = topology.port(find_port(topology, to)).lid;
  const Path path = trace(topology, routing, find_port(topology, from), lid);
  EXPECT_EQ(path.end, Path::End::kDelivered) << from << " to " << to;
  return path.switches();
}

void expect_all_delivered(const Topology& topology) {
  const Routing routing = min_hop(topology);
  EXPECT_EQ(routing.unreachable_count(), 0u);
  for (NodeId from = 0; from < topology.nodes().size(); ++from) {
    const bool is_switch = topology.node(from).kind == NodeKind::kSwitch;
    const PortRef source{from, is_switch ? 0u : 1u};
    for (std::uint16_t lid = 1; lid <= routing.top().value(); ++lid) {
      const auto owner = topology.port_by_lid(Lid{lid});
      if (!owner) continue;
      const Path path = trace(topology, routing, source, Lid{lid});
      ASSERT_EQ(path.end, Path::End::kDelivered) << topology.label(source) << " to LID " << lid;
      ASSERT_EQ(path.last, *owner);
    }
  }
}

/// Uses of each cable direction when every host sends to every other.
std::map<std::pair<NodeId, std::uint32_t>, unsigned> loads(const Topology& topology) {
  const Routing routing = min_hop(topology);
  std::map<std::pair<NodeId, std::uint32_t>, unsigned> load;
  for (NodeId from = 0; from < topology.nodes().size(); ++from) {
    if (topology.node(from).kind != NodeKind::kCa) continue;
    for (NodeId to = 0; to < topology.nodes().size(); ++to) {
      if (to == from || topology.node(to).kind != NodeKind::kCa) continue;
      const Path path = trace(topology, routing, {from, 1}, topology.port({to, 1}).lid);
      for (const PortRef& hop : path.outputs) ++load[{hop.node, hop.port}];
    }
  }
  return load;
}

TEST(MinHop, BackToBackNeedsNoTable) {
  const Topology topology = back_to_back();
  EXPECT_EQ(hops(topology, min_hop(topology), "host0", "host1"), 0u);
}

TEST(MinHop, CountsEverySwitchOfALine) {
  const Topology topology = switch_line(6);
  const Routing routing = min_hop(topology);
  EXPECT_EQ(hops(topology, routing, "host0", "host1"), 2u);
  EXPECT_EQ(hops(topology, routing, "host0", "host5"), 6u);
  EXPECT_EQ(hops(topology, routing, "host4", "host2"), 3u);
}

TEST(MinHop, CrossesAFatTreeByItsLowestCommonLevel) {
  const Topology topology = fat_tree_3(4);
  const Routing routing = min_hop(topology);
  EXPECT_EQ(hops(topology, routing, "host0", "host1"), 1u);
  EXPECT_EQ(hops(topology, routing, "host0", "host2"), 3u);
  EXPECT_EQ(hops(topology, routing, "host0", "host15"), 5u);
}

TEST(MinHop, TakesTheShortSideOfARing) {
  Topology topology = switch_line(5);
  topology.connect({find_port(topology, "sw0").node, 2}, {find_port(topology, "sw4").node, 3}, {});
  const Routing routing = min_hop(topology);
  EXPECT_EQ(hops(topology, routing, "host0", "host4"), 2u);
  EXPECT_EQ(hops(topology, routing, "host0", "host2"), 3u);
}

TEST(MinHop, EveryLidReachesItsPortFromEverywhere) {
  expect_all_delivered(single_switch(8));
  expect_all_delivered(switch_line(7, 3));
  expect_all_delivered(fat_tree_2(8));
  expect_all_delivered(fat_tree_2(12, 5));
  expect_all_delivered(fat_tree_3(6));
}

TEST(MinHop, LoadsAllUplinksOfAFatTreeAlike) {
  const Topology topology = fat_tree_2(8);
  const auto load = loads(topology);
  // 4 hosts of a leaf send to 28 hosts elsewhere over 4 uplinks.
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    if (topology.node(id).name.rfind("leaf", 0) != 0) continue;
    for (std::uint32_t up = 5; up <= 8; ++up) EXPECT_EQ(load.at({id, up}), 28u);
  }
}

TEST(MinHop, LoadsParallelCablesAlike) {
  const Topology topology = fat_tree_2(8, 2);  // One spine, four cables from each leaf.
  for (const auto& [port, uses] : loads(topology)) {
    const std::string& name = topology.node(port.first).name;
    const bool uplink = name.rfind("leaf", 0) == 0 && port.second > 4;
    const bool downlink = name.rfind("spine", 0) == 0;
    if (uplink || downlink) {
      EXPECT_EQ(uses, 4u) << name << ' ' << port.second;
    }
  }
}

TEST(MinHop, SpreadsTheLidsOfOnePortOverDifferentNeighbours) {
  const Topology bare = fat_tree_2(4);  // Two spines.
  Topology topology;
  for (Node node : bare.nodes()) {
    for (NodePort& port : node.ports) port.lid = Lid{};
    topology.add(node);
  }
  for (const Cable& cable : bare.cables()) topology.connect(cable.a, cable.b, cable.info);
  assign_lids(topology, /*ca_lmc=*/1);

  const Routing routing = min_hop(topology);
  const PortRef target = find_port(topology, "host7");
  const PortRef source = find_port(topology, "host0");
  std::set<NodeId> spines;
  for (std::uint16_t i = 0; i < 2; ++i) {
    const Lid lid{static_cast<std::uint16_t>(topology.port(target).lid.value() + i)};
    const Path path = trace(topology, routing, source, lid);
    ASSERT_EQ(path.last, target);
    spines.insert(path.outputs.at(2).node);
  }
  EXPECT_EQ(spines.size(), 2u);
  expect_all_delivered(topology);
}

TEST(MinHop, ReportsWhatItCannotReach) {
  Topology topology = switch_line(2);
  Node island;
  island.kind = NodeKind::kCa;
  island.name = "island";
  island.guid = Guid{1};
  island.ports.resize(2);
  const NodeId id = topology.add(island);
  Node far = island;
  far.kind = NodeKind::kSwitch;
  far.name = "far";
  far.guid = Guid{2};
  const NodeId far_id = topology.add(far);
  topology.connect({id, 1}, {far_id, 1}, {});
  assign_lids(topology);

  const Routing routing = min_hop(topology);

  // Two switches miss the island's two LIDs, the far switch misses the four others.
  EXPECT_EQ(routing.unreachable_count(), 2u * 2u + 4u);
  EXPECT_EQ(routing.unreachable().size(), 8u);
  const Path path =
      trace(topology, routing, find_port(topology, "host0"), topology.port({id, 1}).lid);
  EXPECT_EQ(path.end, Path::End::kDropped);
}

/// What the real OpenSM's minhop engine wrote into the switches of the cluster sample.
Routing opensm_tables(const Topology& topology) {
  Routing routing(topology);
  std::istringstream text(read_text_file(data("cluster.lfts")));
  std::string line;
  NodeId sw = 0;
  while (std::getline(text, line)) {
    unsigned lid = 0;
    unsigned port = 0;
    if (const std::size_t guid = line.find("guid 0x"); line.rfind("Unicast", 0) == 0) {
      sw = find_port(topology, line.substr(guid + 5, 18)).node;
    } else if (std::sscanf(line.c_str(), "0x%x %u :", &lid, &port) == 2) {
      routing.set(sw, Lid{static_cast<std::uint16_t>(lid)}, port);
    }
  }
  return routing;
}

TEST(MinHop, NeedsAsManyHopsAsOpenSm) {
  const auto topology = import_ibnetdiscover(data("cluster.ibnetdiscover")).topology;
  const Routing ours = min_hop(topology);
  const Routing theirs = opensm_tables(topology);
  for (NodeId from = 0; from < topology.nodes().size(); ++from) {
    const PortRef source{from, topology.node(from).kind == NodeKind::kSwitch ? 0u : 1u};
    for (std::uint16_t lid = 1; lid <= ours.top().value(); ++lid) {
      const Path path = trace(topology, ours, source, Lid{lid});
      const Path reference = trace(topology, theirs, source, Lid{lid});
      ASSERT_EQ(reference.end, Path::End::kDelivered);
      EXPECT_EQ(path.outputs.size(), reference.outputs.size());
      EXPECT_EQ(path.last, reference.last);
    }
  }
}

TEST(MinHop, LoadsNoPortMoreThanOpenSmDoes) {
  const auto topology = import_ibnetdiscover(data("cluster.ibnetdiscover")).topology;
  const Routing ours = min_hop(topology);
  const Routing theirs = opensm_tables(topology);
  const auto heaviest = [&](const Routing& routing, NodeId sw) {
    std::map<unsigned, unsigned> load;
    for (std::uint16_t lid = 1; lid <= routing.top().value(); ++lid) {
      const auto owner = topology.port_by_lid(Lid{lid});
      if (topology.node(owner->node).kind == NodeKind::kCa) ++load[routing.output(sw, Lid{lid})];
    }
    unsigned most = 0;
    for (const auto& [port, lids] : load) most = std::max(most, lids);
    return most;
  };
  for (NodeId sw = 0; sw < topology.nodes().size(); ++sw) {
    if (topology.node(sw).kind != NodeKind::kSwitch) continue;
    EXPECT_LE(heaviest(ours, sw), heaviest(theirs, sw)) << topology.node(sw).name;
  }
}

TEST(MinHop, GivesTheSameTablesEveryTime) {
  const Topology topology = fat_tree_3(6);
  const Routing first = min_hop(topology);
  const Routing second = min_hop(topology);
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    EXPECT_EQ(first.table(id), second.table(id));
  }
}

TEST(Trace, ReportsALoop) {
  const Topology topology = switch_line(2);
  Routing routing = min_hop(topology);
  const PortRef host1 = find_port(topology, "host1");
  const Lid lid = topology.port(host1).lid;
  routing.set(find_port(topology, "sw1").node, lid, 2);
  EXPECT_EQ(trace(topology, routing, find_port(topology, "host0"), lid).end, Path::End::kLoop);
}

TEST(RoutingEngines, RefuseAnUnknownName) {
  EXPECT_THROW((void)make_routing_engine("magic"), ConfigError);
}

}  // namespace
}  // namespace ib::fabric
