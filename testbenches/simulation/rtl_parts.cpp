// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/rtl_parts.h"

#include <sstream>

#include "models/fabric/config_error.h"
#ifdef IB_WITH_RTL
#include "rtl/cosim/islip_rtl.h"
#include "rtl/cosim/vcrc16_rtl.h"
#include "rtl/cosim/vl_arbiter_rtl.h"
#endif

namespace ib::tb {
namespace {

#ifdef IB_WITH_RTL

template <class Use>
void for_each_port(const fabric::Fabric& fabric, Use use) {
  for (const auto& node : fabric.switches()) {
    for (unsigned port = 1; port <= node.chip->ports(); ++port) use(node.chip->port(port));
  }
  for (const auto& end : fabric.ends()) use(*end.port);
}

void use_islip(const fabric::Fabric& fabric) {
  for (const auto& node : fabric.switches()) {
    const sw::SwitchConfig& config = node.chip->config();
    auto machine = cosim::make_islip_rtl(node.chip->ports(), config.islip_iterations);
    if (machine == nullptr || config.scheduler != sw::Scheduler::kIslip) {
      throw fabric::ConfigError(
          "sim.rtl = islip: the RTL has up to 65 ports and 4 iterations of scheduler islip, " +
          fabric::printable(fabric.topology().node(node.node).name) + " has " +
          std::to_string(node.chip->ports()) + " ports and " +
          std::to_string(config.islip_iterations) + " iterations");
    }
    node.chip->use_scheduler(std::move(machine));
  }
}

void use_one(const std::string& machine, const fabric::Fabric& fabric) {
  if (machine == "vl_arbiter") {
    for_each_port(fabric, [](link::Port& port) {
      port.use_arbiter(cosim::make_vl_arbiter_rtl(arbitration_tables(port.config())));
    });
  } else if (machine == "vcrc") {
    for_each_port(fabric, [](link::Port& port) { port.use_vcrc(cosim::make_vcrc16_rtl()); });
  } else if (machine == "islip") {
    use_islip(fabric);
  } else {
    throw fabric::ConfigError("sim.rtl: no RTL machine \"" + fabric::printable(machine) +
                              "\"; allowed are vl_arbiter, vcrc and islip");
  }
}

#else

void use_one(const std::string& machine, const fabric::Fabric&) {
  throw fabric::ConfigError("sim.rtl = " + fabric::printable(machine) +
                            ": this build has no RTL; install Verilator and build again");
}

#endif

}  // namespace

void use_rtl(const std::string& machines, const fabric::Fabric& fabric) {
  std::istringstream names{machines};
  for (std::string name; std::getline(names, name, ',');) use_one(name, fabric);
}

}  // namespace ib::tb
