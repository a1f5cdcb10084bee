// SPDX-License-Identifier: Apache-2.0
#include "testbenches/smp/managed_fabric.h"

#include <algorithm>
#include <utility>

#include "models/fabric/config_error.h"
#include "models/fabric/lids.h"
#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/fabric_setup.h"
#include "testbenches/simulation/port_rows.h"

namespace ib::tb {

ManagedFabric::ManagedFabric(const RunConfig& config, fabric::FabricPlan fabric_plan)
    : conductor_("conductor", conductor_config(config)) {
  const std::vector<std::string> faults = validate(config.hca);
  if (!faults.empty()) throw fabric::ConfigError("hca: " + faults.front());
  fabric::assign_lids(fabric_plan.topology);
  const fabric::Topology plan = fabric_plan.topology;
  fabric::FabricConfig parts = fabric_config(config);
  parts.grid = std::move(fabric_plan.grid);
  parts.payloads = &payloads_;
  fabric_ = std::make_unique<fabric::Fabric>(
      "fabric", std::move(fabric_plan.topology), parts, conductor_,
      [&](const fabric::EndSite& site) { return make_end(config, plan, site); });
}

fabric::EndNode ManagedFabric::make_end(const RunConfig& config, const fabric::Topology& plan,
                                        const fabric::EndSite& site) {
  const std::string name = "computer" + std::to_string(site.index);
  hosts_.push_back(std::make_unique<Host>(name.c_str(), config.testbench.host));
  auto hca = std::make_unique<hca::Hca>(site.module_name.c_str(), config.hca, config.link,
                                        site.rate, hca::HcaPlace{site.lid, site.index}, payloads_);
  hca->manage(fabric::identity_of(plan, site.port));
  hosts_.back()->mmio.bind(hca->mmio());
  hca->dma().bind(hosts_.back()->memory.dma);
  hcas_.push_back(hca.get());
  places_.push_back(site.port);
  link::Port* const port = &hca->port();
  return {std::move(hca), port};
}

std::size_t ManagedFabric::host_at(fabric::PortRef port) const {
  return static_cast<std::size_t>(std::find(places_.begin(), places_.end(), port) -
                                  places_.begin());
}

std::vector<std::string> ManagedFabric::broken_invariants() const {
  std::vector<std::string> broken = conductor_.deadlock();
  for (const fabric::Cable& cable : fabric_->topology().cables()) {
    for (const fabric::PortRef place : {cable.a, cable.b}) {
      const link::Port* const port = fabric_->port_at(place);
      if (port == nullptr || port->counters().buffer_overruns == 0) continue;
      broken.push_back(port_name(*fabric_, place) + ": receive buffer overrun, credits were wrong");
    }
  }
  return broken;
}

std::uint64_t ManagedFabric::packets_sent() const {
  std::uint64_t packets = 0;
  for (hca::Hca* const hca : hcas_) packets += hca->port().counters().xmit_pkts;
  return packets;
}

}  // namespace ib::tb
