// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/topology.h"
#include "testbenches/config/run_config.h"

namespace ib::tb {

/// A cable plan and the two ports in it that a perftest runs between.
struct PairPlan {
  fabric::Topology topology;
  fabric::PortRef client;
  fabric::PortRef server;
};

/// The plan a configuration asks for: an imported topology with its two named nodes (without names
/// its first two channel adapters), or two hosts with a number of switches between them. Throws
/// fabric::ConfigError.
[[nodiscard]] PairPlan plan_pair(const RunConfig& config);

}  // namespace ib::tb
