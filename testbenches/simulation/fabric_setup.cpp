// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/fabric_setup.h"

namespace ib::tb {

fabric::FabricConfig fabric_config(const RunConfig& config) {
  fabric::FabricConfig parts;
  parts.sw = config.sw;
  parts.link = config.link;
  parts.phy = config.phy;
  parts.cable = config.cable;
  parts.seed = config.sim.seed;
  parts.routing = config.fabric;
  return parts;
}

fabric::FabricPlan topology_of(const RunConfig& config) {
  fabric::CableInfo cable;
  cable.rate = link_rate_from_name(config.testbench.link_rate).value_or(LinkRate{});
  return fabric::load_plan(config.testbench.topology, cable);
}

}  // namespace ib::tb
