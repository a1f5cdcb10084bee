// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "testbenches/config/run_config.h"
#include "testbenches/workload/message_fabric.h"

namespace ib::tb {

/// The fabric of a configuration with message nodes at its ends: `testbench.topology`, else one
/// switch with `testbench.nodes` hosts. Throws fabric::ConfigError, also for fewer than two hosts.
[[nodiscard]] std::unique_ptr<MessageFabric> message_fabric(const RunConfig& config);

}  // namespace ib::tb
