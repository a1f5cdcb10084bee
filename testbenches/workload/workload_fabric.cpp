// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/workload_fabric.h"

#include <utility>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/fabric_setup.h"
#include "testbenches/simulation/rtl_parts.h"

namespace ib::tb {

std::unique_ptr<MessageFabric> message_fabric(const RunConfig& config) {
  fabric::FabricConfig parts = fabric_config(config);
  fabric::Topology topology;
  if (config.testbench.topology.empty()) {
    fabric::CableInfo cable;
    cable.rate = link_rate_from_name(config.testbench.link_rate).value_or(LinkRate{});
    topology = fabric::single_switch(config.testbench.nodes, cable);
  } else {
    fabric::FabricPlan plan = topology_of(config);
    topology = std::move(plan.topology);
    parts.grid = std::move(plan.grid);
  }
  auto messages =
      std::make_unique<MessageFabric>(std::move(topology), parts, config.testbench.mtu_bytes,
                                      config.hca.core_clock_mhz, conductor_config(config));
  if (messages->nodes().size() < 2) {
    throw fabric::ConfigError("testbench.topology: needs at least two hosts with a cable");
  }
  use_rtl(config, messages->fabric());
  return messages;
}

}  // namespace ib::tb
