// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/xgft.h"

#include <string>

#include "models/fabric/plan_builder.h"

namespace ib::fabric {
namespace {

/// Nodes of each level, hosts first. Throws when the plan is too big.
std::vector<std::uint64_t> level_sizes(const std::vector<std::uint32_t>& children,
                                       const std::vector<std::uint32_t>& parents) {
  std::vector<std::uint64_t> sizes;
  std::uint64_t total = 0;
  for (std::size_t level = 0; level <= children.size(); ++level) {
    std::uint64_t size = 1;
    for (std::size_t i = 0; i < children.size(); ++i) {
      size *= i < level ? parents[i] : children[i];
      require_range("nodes", size, 1, kMaxPlanNodes);
    }
    sizes.push_back(size);
    total += size;
  }
  require_range("nodes", total, 1, kMaxPlanNodes);
  return sizes;
}

void check(const std::vector<std::uint32_t>& children, const std::vector<std::uint32_t>& parents) {
  require_range("levels", children.size(), 1, 8);
  require_range("parents", parents.size(), children.size(), children.size());
  require_range("parents of a host", parents[0], 1, 1);
  for (const std::uint32_t m : children) require_range("children", m, 1, kMaxPorts);
  for (const std::uint32_t w : parents) require_range("parents", w, 1, kMaxPorts);
}

}  // namespace

Topology xgft(const std::vector<std::uint32_t>& children, const std::vector<std::uint32_t>& parents,
              const CableInfo& cable) {
  check(children, parents);
  const std::vector<std::uint64_t> sizes = level_sizes(children, parents);
  const std::size_t levels = children.size();

  PlanBuilder builder(cable);
  std::vector<NodeId> below;
  std::uint32_t copies = 1;  // Switches of the level below that have the same children.
  for (std::size_t level = 1; level <= levels; ++level) {
    const std::uint32_t down = children[level - 1];
    const std::uint32_t up = level < levels ? parents[level] : 0;
    std::vector<NodeId> ids;
    for (std::uint32_t s = 0; s < sizes[level]; ++s) {
      ids.push_back(
          builder.add_switch("l" + std::to_string(level) + "_" + std::to_string(s), down + up));
      if (level == 1) builder.add_hosts(ids.back(), down);
    }
    for (std::uint32_t s = 0; s < below.size(); ++s) {
      const std::uint32_t subtree = s / copies;
      for (std::uint32_t y = 0; y < parents[level - 1]; ++y) {
        const std::uint32_t parent =
            (subtree / down) * copies * parents[level - 1] + y * copies + s % copies;
        builder.connect({below[s], children[level - 2] + y + 1}, {ids[parent], subtree % down + 1});
      }
    }
    copies *= parents[level - 1];
    below = std::move(ids);
  }
  return builder.finish();
}

Topology k_ary_n_tree(std::uint32_t k, std::uint32_t levels, const CableInfo& cable) {
  require_range("levels", levels, 1, 8);
  std::vector<std::uint32_t> parents(levels, k);
  parents[0] = 1;
  return xgft(std::vector<std::uint32_t>(levels, k), parents, cable);
}

}  // namespace ib::fabric
