// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/switch_totals.h"

namespace ib::fabric {
namespace {

template <class Visit>
void for_each_port(const Fabric& fabric, Visit visit) {
  for (const auto& node : fabric.switches()) {
    for (unsigned port = 1; port <= node.chip->ports(); ++port) visit(*node.chip, port);
  }
}

}  // namespace

std::uint64_t packet_hops(const Fabric& fabric) {
  std::uint64_t hops = 0;
  for_each_port(fabric, [&hops](sw::Switch& chip, unsigned port) {
    hops += chip.port(port).counters().xmit_pkts;
  });
  return hops;
}

std::vector<std::string> credit_faults(const Fabric& fabric) {
  std::vector<std::string> faults;
  for_each_port(fabric, [&faults](sw::Switch& chip, unsigned port) {
    if (chip.port(port).counters().buffer_overruns == 0) return;
    faults.push_back(std::string(chip.name()) + ".port" + std::to_string(port) +
                     ": receive buffer overrun, credits were wrong");
  });
  return faults;
}

}  // namespace ib::fabric
