// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "testbenches/config/run_config.h"
#include "testbenches/workload/message_fabric.h"

namespace ib::tb {

/// What hosts with an HCA must have room for.
struct HcaNeeds {
  std::uint64_t most_bytes = 0;    ///< Of a message; 0: the workload is for light nodes alone.
  std::uint64_t vector_bytes = 0;  ///< Of the vector that each keeps; 0: none.
};

/// The fabric of a configuration with end nodes that send messages: `testbench.topology`, else one
/// switch with `testbench.nodes` hosts; those of `testbench.hca_nodes` have an HCA. Throws
/// fabric::ConfigError, also for fewer than two hosts.
[[nodiscard]] std::unique_ptr<MessageFabric> message_fabric(const RunConfig& config,
                                                            const HcaNeeds& needs = {});

}  // namespace ib::tb
