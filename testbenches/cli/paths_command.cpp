// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "models/fabric/config_error.h"
#include "models/fabric/lids.h"
#include "models/fabric/path_report.h"
#include "models/fabric/route_setup.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/report/result_json.h"
#include "testbenches/report/text_table.h"
#include "testbenches/simulation/fabric_setup.h"

namespace ib::tb {
namespace {

struct NamedPattern {
  std::string name;
  fabric::Pattern pattern;
};

bool is_square(std::size_t n) {
  const auto root = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(n))));
  return root * root == n;
}

/// Those that the number of hosts allows.
std::vector<NamedPattern> patterns_of(const fabric::Topology& topology, std::uint64_t seed) {
  const std::size_t hosts = fabric::traffic_ports(topology).size();
  if (hosts < 2) throw fabric::ConfigError("the topology has fewer than two cabled hosts");
  std::vector<NamedPattern> patterns{
      {"uniform", fabric::uniform_pattern(topology)},
      {"shift 1", fabric::shift_pattern(topology, 1)},
      {fmt::format("shift {}", hosts / 2), fabric::shift_pattern(topology, hosts / 2)},
      {"random", fabric::random_pattern(topology, seed)}};
  if ((hosts & (hosts - 1)) == 0) {
    patterns.push_back({"bit reversal", fabric::bit_reversal_pattern(topology)});
  }
  if (is_square(hosts)) patterns.push_back({"transpose", fabric::transpose_pattern(topology)});
  return patterns;
}

Table table_of(const fabric::Topology& topology, const fabric::Routing& routing,
               std::uint64_t seed) {
  Table table{"paths",
              {{"pattern", "PATTERN"},
               {"flows", "FLOWS"},
               {"unreachable", "UNREACHABLE"},
               {"switches_mean", "SWITCHES MEAN"},
               {"switches_max", "MAX"},
               {"load_max", "LOAD MAX"},
               {"busiest", "BUSIEST"},
               {"trunk_load_max", "TRUNK MAX"},
               {"trunk_load_mean", "TRUNK MEAN"},
               {"saturation", "SATURATION"}},
              {}};
  for (const NamedPattern& each : patterns_of(topology, seed)) {
    const fabric::PathReport report = fabric::report_paths(topology, routing, each.pattern);
    table.rows.push_back({each.name, std::uint64_t{report.flows}, std::uint64_t{report.unreachable},
                          Fixed{report.mean_switches(), 3}, std::uint64_t{report.max_switches()},
                          Fixed{report.max_load, 3}, topology.label(report.busiest),
                          Fixed{report.max_trunk_load, 3}, Fixed{report.mean_trunk_load, 3},
                          Fixed{report.saturation(), 4}});
  }
  return table;
}

}  // namespace

int paths_command(const std::vector<Assignment>& assignments, const Terminal& terminal) {
  const RunConfig config = load(assignments);
  fabric::FabricPlan plan = topology_of(config);
  fabric::assign_lids(plan.topology);
  const fabric::RouteSetup setup =
      fabric::set_up_routes(plan.topology, config.fabric, plan.grid, config.link.data_vls);
  if (!config.fabric.allow_deadlock) {
    fabric::refuse_cycle(plan.topology, fabric::dependencies_of(plan.topology, setup),
                         config.fabric);
  }
  const Table table = table_of(plan.topology, setup.routing, config.sim.seed);
  std::fputs((terminal.json ? table_json(table) : aligned(table)).c_str(), stdout);
  return kSuccess;
}

}  // namespace ib::tb
