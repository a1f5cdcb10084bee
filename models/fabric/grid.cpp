// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/grid.h"

#include <string>

#include "models/fabric/plan_builder.h"

namespace ib::fabric {
namespace {

std::uint32_t ports_of_dimension(GridKind kind, std::uint32_t extent) {
  return kind == GridKind::kAll ? extent - 1 : 2;
}

bool neighbours(GridKind kind, std::uint32_t extent, std::uint32_t low, std::uint32_t high) {
  if (kind == GridKind::kAll || high == low + 1) return true;
  return kind == GridKind::kTorus && low == 0 && high + 1 == extent;
}

/// The port, counted from 0 within the dimension, of switch `own` to its neighbour `other`: up and
/// down in lines and rings, the others in order where each is cabled to each.
std::uint32_t port_to(GridKind kind, std::uint32_t extent, std::uint32_t own, std::uint32_t other) {
  if (kind == GridKind::kAll) return other < own ? other : other - 1;
  if (extent == 2 || kind == GridKind::kMesh) return other > own ? 0 : 1;
  return (own + 1) % extent == other ? 0 : 1;
}

std::uint32_t check_and_count(const std::vector<std::uint32_t>& extents, std::uint32_t hosts_each) {
  require_range("dimensions", extents.size(), 1, 16);
  require_range("hosts_each", hosts_each, 0, kMaxPorts);
  std::uint64_t switches = 1;
  for (const std::uint32_t extent : extents) {
    require_range("extent", extent, 2, kMaxPlanNodes);
    switches *= extent;
    require_range("nodes", switches * (hosts_each + 1), 1, kMaxPlanNodes);
  }
  return static_cast<std::uint32_t>(switches);
}

std::vector<std::uint32_t> coordinates(std::uint32_t sw,
                                       const std::vector<std::uint32_t>& extents) {
  std::vector<std::uint32_t> at;
  for (const std::uint32_t extent : extents) {
    at.push_back(sw % extent);
    sw /= extent;
  }
  return at;
}

/// Cables every line of one dimension; `first_port` is the dimension's first.
void connect_dimension(PlanBuilder& builder, const Grid& grid, const std::vector<NodeId>& ids,
                       std::uint32_t dimension, std::uint32_t first_port) {
  const std::uint32_t extent = grid.extents[dimension];
  std::uint32_t stride = 1;
  for (std::uint32_t d = 0; d < dimension; ++d) stride *= grid.extents[d];
  for (std::uint32_t sw = 0; sw < ids.size(); ++sw) {
    const std::uint32_t low = grid.at[ids[sw]][dimension];
    for (std::uint32_t high = low + 1; high < extent; ++high) {
      if (!neighbours(grid.kind, extent, low, high)) continue;
      const std::uint32_t other = sw + (high - low) * stride;
      builder.connect({ids[sw], first_port + port_to(grid.kind, extent, low, high)},
                      {ids[other], first_port + port_to(grid.kind, extent, high, low)});
    }
  }
}

GridPlan make(GridKind kind, const std::vector<std::uint32_t>& extents, std::uint32_t hosts_each,
              const CableInfo& cable) {
  const std::uint32_t switches = check_and_count(extents, hosts_each);
  std::uint32_t ports = hosts_each;
  for (const std::uint32_t extent : extents) ports += ports_of_dimension(kind, extent);

  PlanBuilder builder(cable);
  Grid grid{kind, extents, {}};
  std::vector<NodeId> ids;
  for (std::uint32_t sw = 0; sw < switches; ++sw) {
    ids.push_back(builder.add_switch("sw" + std::to_string(sw), ports));
    builder.add_hosts(ids.back(), hosts_each);
    grid.at.resize(ids.back() + hosts_each + 1);
    grid.at[ids.back()] = coordinates(sw, extents);
  }
  std::uint32_t first_port = hosts_each + 1;
  for (std::uint32_t d = 0; d < grid.dimensions(); ++d) {
    connect_dimension(builder, grid, ids, d, first_port);
    first_port += ports_of_dimension(kind, extents[d]);
  }
  return {builder.finish(), std::move(grid)};
}

}  // namespace

std::uint32_t Grid::step(std::uint32_t dimension, std::uint32_t from, std::uint32_t to) const {
  if (from == to || kind == GridKind::kAll) return to;
  if (kind == GridKind::kMesh) return to > from ? from + 1 : from - 1;
  const std::uint32_t extent = extents[dimension];
  const std::uint32_t up = (to + extent - from) % extent;
  const bool goes_up = 2 * up == extent ? from % 2 == 0 : 2 * up < extent;
  return (goes_up ? from + 1 : from + extent - 1) % extent;
}

bool Grid::wraps(std::uint32_t dimension, std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t last = extents[dimension] - 1;
  if (kind != GridKind::kTorus || last < 2) return false;
  return (from == 0 && to == last) || (from == last && to == 0);
}

GridPlan mesh(const std::vector<std::uint32_t>& extents, std::uint32_t hosts_each,
              const CableInfo& cable) {
  return make(GridKind::kMesh, extents, hosts_each, cable);
}

GridPlan torus(const std::vector<std::uint32_t>& extents, std::uint32_t hosts_each,
               const CableInfo& cable) {
  return make(GridKind::kTorus, extents, hosts_each, cable);
}

GridPlan hypercube(std::uint32_t dimensions, std::uint32_t hosts_each, const CableInfo& cable) {
  require_range("dimensions", dimensions, 1, 15);
  return make(GridKind::kAll, std::vector<std::uint32_t>(dimensions, 2), hosts_each, cable);
}

GridPlan hyperx(const std::vector<std::uint32_t>& extents, std::uint32_t hosts_each,
                const CableInfo& cable) {
  return make(GridKind::kAll, extents, hosts_each, cable);
}

}  // namespace ib::fabric
