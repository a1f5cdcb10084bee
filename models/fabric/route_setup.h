// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/fabric/channel_dependency.h"
#include "models/fabric/grid.h"
#include "models/fabric/routing.h"
#include "models/fabric/routing_config.h"
#include "models/ib/link/sl2vl.h"
#include "models/ib/switching/ugal_router.h"

namespace ib::fabric {

/// All that a subnet manager sets up before traffic can flow.
struct RouteSetup {
  Routing routing;
  /// SL2VL of every switch, by node; empty: SL modulo the number of VLs everywhere.
  std::vector<Sl2VlMap> sl2vl{};
  /// The SL that a path must use, by the switch it begins at (by node) and LID; empty: any.
  std::vector<std::vector<Sl>> path_sls{};
  /// What switches choose by, by node; empty: forwarding tables decide alone.
  std::vector<UgalTables> ugal{};
};

/// Routes a topology whose LIDs are assigned. Throws ConfigError when the engine does not fit the
/// topology or needs more than `data_vls` lanes. `grid` is where the switches lie, if they do.
[[nodiscard]] RouteSetup set_up_routes(const Topology& topology, const RoutingConfig& config,
                                       const std::optional<Grid>& grid, unsigned data_vls);

/// The lanes that packets get by the tables of a setup. Both arguments must outlive the policy.
[[nodiscard]] LanePolicy lanes_of(const Topology& topology, const RouteSetup& setup);

/// What packets of a setup wait for. Both arguments must outlive what is answered.
[[nodiscard]] ChannelDependencies dependencies_of(const Topology& topology,
                                                  const RouteSetup& setup);

/// Throws ConfigError, a line for each channel, when channels depend on each other in a cycle.
void refuse_cycle(const Topology& topology, const ChannelDependencies& graph,
                  const RoutingConfig& config);

}  // namespace ib::fabric
