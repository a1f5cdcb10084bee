// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "models/fabric/route_setup.h"
#include "models/fabric/routing_config.h"
#include "models/fabric/topology.h"
#include "models/link/link_config.h"
#include "models/phy/cable.h"
#include "models/phy/phy_config.h"
#include "models/switch/switch.h"
#include "tlm/conductor.h"

namespace ib::fabric {

/// Who the node of a topology is to its management, at one of its ports (0 for a switch).
[[nodiscard]] NodeIdentity identity_of(const Topology& topology, PortRef port);

/// What all parts of a fabric are made like; rates, cable kinds and lengths of the topology win.
struct FabricConfig {
  sw::SwitchConfig sw;
  link::LinkConfig link;
  phy::PhyConfig phy;
  phy::CableConfig cable;
  std::uint64_t seed = 1;
  /// Gives every switch its management agents, which send packets with payloads from here; null:
  /// switches have none. Outlives all packets.
  PayloadPool* payloads = nullptr;
  RoutingConfig routing;
  std::optional<Grid> grid;  ///< Where the switches lie, for dimension-order routing.
};

/// Where an end node is to stand: one cabled port of a channel adapter.
struct EndSite {
  PortRef port;
  std::uint32_t index = 0;  ///< Among the end nodes of the fabric: PacketId.source.
  std::string module_name;  ///< "host<index>".
  std::string node_name;    ///< As the topology names it.
  Lid lid;
  LinkRate rate;
};

/// A chip at the edge of the fabric and its port.
struct EndNode {
  std::unique_ptr<Chip> chip;  ///< Null leaves the site empty: no chip, no cable.
  link::Port* port = nullptr;
};

using MakeEndNode = std::function<EndNode(const EndSite&)>;

/// Chips and cables of a topology, routed and registered with the conductor.
class Fabric : public sc_core::sc_module {
 public:
  /// Throws ConfigError when the plan cannot be built (too many ports, PHY and rate do not fit,
  /// ...), cannot be routed as asked, or can deadlock. Missing LIDs are assigned.
  Fabric(const sc_core::sc_module_name& name, Topology topology, const FabricConfig& config,
         Conductor& conductor, const MakeEndNode& make_end_node);

  struct End {
    EndSite site;
    std::unique_ptr<Chip> chip;
    link::Port* port;
  };
  struct SwitchNode {
    NodeId node;
    std::unique_ptr<sw::Switch> chip;
  };

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] const Routing& routing() const { return routes_.routing; }
  /// The SLs, by LID, that packets of a CA port must use; null where any SL will do.
  [[nodiscard]] const std::vector<Sl>* path_sls(PortRef from) const;
  /// The SL from a CA port to a LID; 0 where any will do.
  [[nodiscard]] Sl path_sl(PortRef from, Lid to) const;
  [[nodiscard]] const std::vector<End>& ends() const { return ends_; }
  [[nodiscard]] const std::vector<SwitchNode>& switches() const { return switches_; }
  [[nodiscard]] const std::vector<std::unique_ptr<phy::Cable>>& cables() const { return cables_; }
  /// Port at a place of the topology; null when nothing was built there.
  [[nodiscard]] link::Port* port_at(PortRef ref) const;
  /// Adds CA ports to a multicast group: the switches on a tree between them copy its packets. Call
  /// it once a group. Throws ConfigError when a member cannot be reached, and when the tree makes
  /// channels depend on each other in a cycle, unless RoutingConfig::allow_deadlock.
  void set_multicast(Lid mlid, const std::vector<PortRef>& members);
  /// What waits for what now, and the cycle in it if there is one; one line each.
  [[nodiscard]] std::vector<std::string> explain_waits() const;

 private:
  void set_tables(sw::Switch& chip, NodeId id) const;
  void build_switches(const FabricConfig& config, Conductor& conductor);
  void build_ends(Conductor& conductor, const MakeEndNode& make_end_node);
  void build_cables(const FabricConfig& config, Conductor& conductor);
  [[nodiscard]] std::vector<LinkRate> rates_of(NodeId node) const;

  Topology topology_;
  RouteSetup routes_;
  RoutingConfig routing_config_;
  std::optional<ChannelDependencies> dependencies_;  ///< None where they may go in a circle.
  std::vector<SwitchNode> switches_;
  std::vector<std::int32_t> switch_at_;  ///< By node; -1 when it is none.
  std::vector<End> ends_;
  std::vector<std::unique_ptr<phy::Cable>> cables_;
};

}  // namespace ib::fabric
