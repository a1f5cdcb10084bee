// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/rtl_switch.h"

#include <memory>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/switch/machine_setup.h"
#include "rtl/cosim/switch_rtl.h"
#include "testbenches/simulation/traced_part.h"

namespace ib::tb {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw fabric::ConfigError("sim.rtl = switch=" + fabric::printable(name) + ": " + why);
}

sw::Switch& find_switch(const std::string& name, const fabric::Fabric& fabric) {
  for (const auto& node : fabric.switches()) {
    if (node.chip->basename() == name || fabric.topology().node(node.node).name == name) {
      return *node.chip;
    }
  }
  const std::size_t count = fabric.switches().size();
  refuse(name, count == 0 ? "the fabric has no switch"
                          : "no such switch; there are sw0 to sw" + std::to_string(count - 1));
}

/// What concerns the whole run.
void check_run(const std::string& name, const RunConfig& config, const fabric::Fabric& fabric,
               const SwitchMachineSizes& sizes) {
  if (config.fabric.routing == fabric::RoutingName::kUgal) {
    refuse(name, "fabric.routing = ugal; the RTL goes by its forwarding table");
  }
  const unsigned top = fabric.routing().top().value();
  if (top >= sizes.lids) {
    refuse(name, "the fabric has LIDs up to " + std::to_string(top) + "; allowed are up to " +
                     std::to_string(sizes.lids - 1));
  }
}

}  // namespace

TracedPart use_switch_rtl(const std::string& name, const RunConfig& config,
                          const fabric::Fabric& fabric, std::uint32_t shortest_bytes) {
  sw::Switch& chip = find_switch(name, fabric);
  std::vector<std::string> fewest;
  for (unsigned size = 0; size < cosim::kSwitchRtlSizes.size(); ++size) {
    const SwitchMachineSizes& sizes = cosim::kSwitchRtlSizes[size];
    std::vector<std::string> faults = sw::machine_faults(chip, sizes, shortest_bytes);
    if (faults.empty()) {
      check_run(name, config, fabric, sizes);
      auto machine = cosim::make_switch_rtl(size);
      TracedPart part = traced_part(chip, "rtl", *machine);
      chip.use_machine(std::move(machine));
      return part;
    }
    if (fewest.empty() || faults.size() < fewest.size()) fewest = std::move(faults);
  }
  refuse(name, fewest.front());
}

}  // namespace ib::tb
