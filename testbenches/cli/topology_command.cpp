// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/bill_of_materials.h"
#include "models/fabric/config_error.h"
#include "models/fabric/ibsim_net.h"
#include "models/fabric/lft_dump.h"
#include "models/fabric/lids.h"
#include "models/fabric/plan_writer.h"
#include "models/fabric/route_setup.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/report/result_json.h"
#include "testbenches/report/text_table.h"
#include "testbenches/simulation/fabric_setup.h"

namespace ib::tb {
namespace {

std::string text_of(const RunConfig& config, PlanFormat format) {
  fabric::FabricPlan plan = topology_of(config);
  fabric::assign_lids(plan.topology);
  if (format == PlanFormat::kIbnetdiscover) return fabric::to_ibnetdiscover(plan.topology);
  if (format == PlanFormat::kDot) return fabric::to_dot(plan.topology);
  if (format == PlanFormat::kIbsim) return fabric::to_ibsim_net(plan.topology);
  if (format == PlanFormat::kPlan) return fabric::to_plan_file(plan.topology);
  const fabric::RouteSetup setup =
      fabric::set_up_routes(plan.topology, config.fabric, plan.grid, config.link.data_vls);
  return fabric::to_lft_dump(plan.topology, setup.routing);
}

Cell amount(const std::optional<double>& value) {
  return value ? Cell{Fixed{*value, 2}} : Cell{std::string{}};
}

Table bill_of(const RunConfig& config, const std::string& prices) {
  const auto list =
      prices.empty() ? std::vector<fabric::PriceEntry>{} : fabric::read_price_list(prices);
  Table table{"bill",
              {{"item", "ITEM"},
               {"form_factor", "FORM"},
               {"count", "COUNT"},
               {"length_m", "LENGTH[m]"},
               {"power_w", "POWER[W]"},
               {"price", "PRICE"}},
              {}};
  for (const fabric::BillLine& line :
       fabric::bill_of_materials(topology_of(config).topology, config.cable, list)) {
    table.rows.push_back({line.item, line.form_factor,
                          line.count > 0 ? Cell{line.count} : Cell{std::string{}},
                          amount(line.metres), amount(line.watts), amount(line.price)});
  }
  return table;
}

}  // namespace

int topology_command(const std::vector<Assignment>& assignments, PlanFormat format,
                     const std::string& prices, const Terminal& terminal) {
  if (!prices.empty() && format != PlanFormat::kBill) {
    throw fabric::ConfigError("--prices: is for --to bill");
  }
  const RunConfig config = load(assignments);
  if (format == PlanFormat::kBill) {
    const Table table = bill_of(config, prices);
    std::fputs((terminal.json ? table_json(table) : aligned(table)).c_str(), stdout);
    return kSuccess;
  }
  std::fputs(text_of(config, format).c_str(), stdout);
  return kSuccess;
}

}  // namespace ib::tb
