// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/channel_dependency.h"
#include "models/fabric/grid.h"
#include "models/fabric/routing.h"
#include "models/ib/switching/ugal_router.h"

namespace ib::fabric {

/// What UGAL needs to know at each switch, by node; `minimal` is routed without detours. The grid
/// is of GridKind::kGroups.
[[nodiscard]] std::vector<UgalTables> ugal_tables(const Topology& topology, const Grid& grid,
                                                  const Routing& minimal);

/// Data VLs that paths with detours take: a detour has two hops, and the longest minimal way from
/// any switch may follow.
[[nodiscard]] unsigned ugal_lanes(const Topology& topology, const Routing& minimal);

/// All that packets may do. Both arguments must outlive what is answered.
[[nodiscard]] Ways ugal_ways(const Routing& minimal, const std::vector<UgalTables>& tables);

}  // namespace ib::fabric
