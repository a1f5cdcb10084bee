// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/host_pair.h"

#include <utility>

#include "models/fabric/config_error.h"
#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/fabric_setup.h"
#include "testbenches/simulation/port_rows.h"

namespace ib::tb {
HostPair::HostPair(const RunConfig& config, PairPlan plan)
    : conductor_("conductor", conductor_config(config)),
      hosts_{std::make_unique<Host>("client", config.testbench.host),
             std::make_unique<Host>("server", config.testbench.host)},
      places_{plan.client, plan.server} {
  const std::vector<std::string> faults = validate(config.hca);
  if (!faults.empty()) throw fabric::ConfigError("hca: " + faults.front());
  fabric::FabricConfig parts = fabric_config(config);
  parts.grid = std::move(plan.grid);
  fabric_ = std::make_unique<fabric::Fabric>(
      "fabric", std::move(plan.topology), parts, conductor_,
      [&](const fabric::EndSite& site) { return make_end(config, site); });
}

fabric::EndNode HostPair::make_end(const RunConfig& config, const fabric::EndSite& site) {
  for (std::size_t side = 0; side < hosts_.size(); ++side) {
    if (site.port != places_[side]) continue;
    auto hca =
        std::make_unique<hca::Hca>(site.module_name.c_str(), config.hca, config.link, site.rate,
                                   hca::HcaPlace{site.lid, site.index}, payloads_);
    hosts_[side]->mmio.bind(hca->mmio());
    hca->dma().bind(hosts_[side]->memory.dma);
    hcas_[side] = hca.get();
    link::Port* const port = &hca->port();
    return {std::move(hca), port};
  }
  return {};
}

std::array<Sl, 2> HostPair::path_sls() const {
  const auto lid = [this](std::size_t side) { return fabric_->topology().port(places_[side]).lid; };
  return {fabric_->path_sl(places_[0], lid(1)), fabric_->path_sl(places_[1], lid(0))};
}

std::vector<std::string> HostPair::broken_invariants() const {
  std::vector<std::string> broken = conductor_.deadlock();
  for (const auto& host : hosts_) {
    if (host->memory.refused_accesses() > 0) {
      broken.push_back(std::string(host->name()) + ": DMA outside of allocated memory, " +
                       std::to_string(host->memory.refused_accesses()) + " accesses");
    }
  }
  for (const fabric::Cable& cable : fabric_->topology().cables()) {
    for (const fabric::PortRef place : {cable.a, cable.b}) {
      const link::Port* const port = fabric_->port_at(place);
      if (port == nullptr || port->counters().buffer_overruns == 0) continue;
      broken.push_back(port_name(*fabric_, place) + ": receive buffer overrun, credits were wrong");
    }
  }
  return broken;
}

std::uint64_t HostPair::packets_sent() const {
  return hcas_[0]->port().counters().xmit_pkts + hcas_[1]->port().counters().xmit_pkts;
}

}  // namespace ib::tb
