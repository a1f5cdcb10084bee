// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/fabric/grid.h"
#include "models/fabric/topology.h"
#include "testbenches/config/run_config.h"

namespace ib::tb {

/// A cable plan and the two ports in it that a perftest runs between.
struct PairPlan {
  fabric::Topology topology;
  std::optional<fabric::Grid> grid;
  fabric::PortRef client;
  fabric::PortRef server;
};

/// The plan a configuration asks for: a topology with its two named nodes (without names
/// its first two channel adapters), or two hosts with a number of switches between them. Throws
/// fabric::ConfigError.
[[nodiscard]] PairPlan plan_pair(const RunConfig& config);

}  // namespace ib::tb
