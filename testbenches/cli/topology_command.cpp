// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "models/fabric/lft_dump.h"
#include "models/fabric/lids.h"
#include "models/fabric/plan_writer.h"
#include "models/fabric/route_setup.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/simulation/fabric_setup.h"

namespace ib::tb {
namespace {

std::string text_of(const RunConfig& config, PlanFormat format) {
  fabric::FabricPlan plan = topology_of(config);
  fabric::assign_lids(plan.topology);
  if (format == PlanFormat::kIbnetdiscover) return fabric::to_ibnetdiscover(plan.topology);
  if (format == PlanFormat::kDot) return fabric::to_dot(plan.topology);
  const fabric::RouteSetup setup =
      fabric::set_up_routes(plan.topology, config.fabric, plan.grid, config.link.data_vls);
  return fabric::to_lft_dump(plan.topology, setup.routing);
}

}  // namespace

int topology_command(const std::vector<Assignment>& assignments, PlanFormat format) {
  std::fputs(text_of(load(assignments), format).c_str(), stdout);
  return kSuccess;
}

}  // namespace ib::tb
