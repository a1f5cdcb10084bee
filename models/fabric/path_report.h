// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "models/fabric/routing.h"

namespace ib::fabric {

/// What one host sends to another, as a share of what its cable carries.
struct Flow {
  PortRef from;
  PortRef to;
  double load = 1;
};

/// Hands every flow to the action; flows of a big plan do not fit into a list.
using Pattern = std::function<void(const std::function<void(const Flow&)>&)>;

/// Cabled CA ports with a LID, in node order: the hosts that the patterns count.
[[nodiscard]] std::vector<PortRef> traffic_ports(const Topology& topology);

/// Each host to all others alike.
[[nodiscard]] Pattern uniform_pattern(const Topology& topology);
/// Host i to host i + distance, round the end; who would send to itself is silent.
[[nodiscard]] Pattern shift_pattern(const Topology& topology, std::size_t distance);
/// Host i to the host whose number is i with its bits reversed; a power of two of hosts.
[[nodiscard]] Pattern bit_reversal_pattern(const Topology& topology);
/// Host (x, y) of a square to host (y, x); a square number of hosts.
[[nodiscard]] Pattern transpose_pattern(const Topology& topology);
/// A random permutation; the same seed, the same flows.
[[nodiscard]] Pattern random_pattern(const Topology& topology, std::uint64_t seed);

/// What a pattern does to the cables. Loads are in units of a host's cable: a trunk with a load of
/// 2 is asked for twice what one host can send.
struct PathReport {
  std::size_t flows = 0;
  std::size_t unreachable = 0;     ///< Flows without a path; they load nothing.
  std::vector<std::size_t> paths;  ///< Flows by the number of switches they cross.
  double max_load = 0;             ///< Of any cable direction, host cables too.
  PortRef busiest;                 ///< The port that sends into it.
  double max_trunk_load = 0;
  double mean_trunk_load = 0;  ///< Over all directions of cables between switches.

  [[nodiscard]] std::size_t max_switches() const { return paths.empty() ? 0 : paths.size() - 1; }
  [[nodiscard]] double mean_switches() const;
  /// The share of its cable that every host can send at most before a cable is full.
  [[nodiscard]] double saturation() const { return max_load > 1 ? 1 / max_load : 1; }
};

/// Follows every flow through the tables. Cables count alike, whatever their rate.
[[nodiscard]] PathReport report_paths(const Topology& topology, const Routing& routing,
                                      const Pattern& pattern);

}  // namespace ib::fabric
