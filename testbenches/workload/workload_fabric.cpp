// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/workload_fabric.h"

#include <string>
#include <utility>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/fabric_setup.h"
#include "testbenches/simulation/rtl_parts.h"
#include "testbenches/workload/hca_list.h"

namespace ib::tb {

namespace {

HcaNodes hca_nodes(const RunConfig& config, const HcaNeeds& needs) {
  HcaNodes hcas;
  hcas.has_hca = hca_list(config.testbench.hca_nodes);
  if (hcas.has_hca.empty()) return hcas;
  if (needs.most_bytes == 0) {
    throw fabric::ConfigError("testbench.hca_nodes: is for collective and trace alone");
  }
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  if (needs.most_bytes > kMostBytes) {
    throw fabric::ConfigError("testbench.hca_nodes: messages have up to " +
                              std::to_string(needs.most_bytes) +
                              " bytes, allowed are up to 2^30 with an HCA");
  }
  const std::vector<std::string> faults = validate(config.hca);
  if (!faults.empty()) throw fabric::ConfigError("hca: " + faults.front());
  hcas.hca = config.hca;
  hcas.host.host = config.testbench.host;
  hcas.host.most_bytes = static_cast<std::uint32_t>(needs.most_bytes);
  hcas.host.vector_bytes = needs.vector_bytes;
  return hcas;
}

}  // namespace

std::unique_ptr<MessageFabric> message_fabric(const RunConfig& config, const HcaNeeds& needs) {
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
  auto messages = std::make_unique<MessageFabric>(
      std::move(topology), parts, config.testbench.mtu_bytes, config.hca.core_clock_mhz,
      conductor_config(config), hca_nodes(config, needs));
  if (messages->hosts().size() < 2) {
    throw fabric::ConfigError("testbench.topology: needs at least two hosts with a cable");
  }
  messages->set_traced(use_rtl(config, messages->fabric()));
  return messages;
}

}  // namespace ib::tb
