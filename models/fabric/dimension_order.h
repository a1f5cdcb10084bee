// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "models/fabric/channel_dependency.h"
#include "models/fabric/grid.h"

namespace ib::fabric {

/// Dimension-order routing: the first dimension is settled first. Free of dependency cycles in
/// meshes and HyperX; in a torus with the lanes of dateline_lanes(). A missing cable is not gone
/// round: what needs it is unreachable.
class DimensionOrder final : public RoutingEngine {
 public:
  /// The grid of the plan that route() is given.
  explicit DimensionOrder(Grid grid) : grid_(std::move(grid)) {}
  [[nodiscard]] std::string_view name() const override { return "dor"; }
  [[nodiscard]] Routing route(const Topology& topology) const override;

 private:
  Grid grid_;
};

/// Two lanes for a torus of at most 4 dimensions: bit d of a path's SL says that it goes round the
/// end of dimension d, and such a path uses VL 1 in that dimension, VL 0 in the others. Both
/// arguments must outlive the policy.
[[nodiscard]] LanePolicy dateline_lanes(const Topology& topology, const Grid& grid);

}  // namespace ib::fabric
