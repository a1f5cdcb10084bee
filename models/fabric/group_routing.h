// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/fabric/channel_dependency.h"
#include "models/fabric/grid.h"

namespace ib::fabric {

/// Routing of a dragonfly or dragonfly+: in the group to a switch with a cable to the next group,
/// over it, and in the last group to the host. Minimal paths take one such cable; Valiant paths
/// (Kim et al., ISCA 2008) go by a group that depends on the destination, which spreads what two
/// groups send each other over all groups. Free of dependency cycles with the lanes of
/// group_lanes().
class GroupRouting final : public RoutingEngine {
 public:
  enum class Way : std::uint8_t { kMinimal, kValiant };

  /// The grid of the plan that route() is given, of GridKind::kGroups.
  GroupRouting(Grid grid, Way way) : grid_(std::move(grid)), way_(way) {}
  [[nodiscard]] std::string_view name() const override {
    return way_ == Way::kMinimal ? "dragonfly" : "valiant";
  }
  [[nodiscard]] Routing route(const Topology& topology) const override;

  /// By LID, the group that its packets go by; the LID's own group where they go straight. The
  /// LIDs of a group take the other groups in turn.
  [[nodiscard]] std::vector<std::uint32_t> ways_by(const Topology& topology, Lid top) const;

 private:
  Grid grid_;
  Way way_;
};

/// Lanes that rise along every path. Groups are numbered: cables to a higher group take VL 0, to a
/// lower one VL 1, and to a higher one again VL 2; cables inside a group take the lane of the cable
/// that led there. The SL says what a path begins with: 0 up, 1 down; 2: it stays in its group.
/// Minimal paths take VL 0 and 1, Valiant paths three lanes. The first two outlive the policy.
[[nodiscard]] LanePolicy group_lanes(const Topology& topology, const Grid& grid,
                                     GroupRouting::Way way, std::vector<std::uint32_t> ways_by);

}  // namespace ib::fabric
