// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/fabric/named_plan.h"
#include "models/hca/hca.h"
#include "testbenches/config/run_config.h"
#include "testbenches/host/host.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// A fabric in which every switch and every HCA has its management agents. Each HCA stands in a
/// host of its own.
class ManagedFabric {
 public:
  /// Throws fabric::ConfigError for a fabric that cannot be built.
  ManagedFabric(const RunConfig& config, fabric::FabricPlan fabric_plan);

  [[nodiscard]] Conductor& conductor() { return conductor_; }
  [[nodiscard]] fabric::Fabric& fabric() { return *fabric_; }
  [[nodiscard]] std::size_t hosts() const { return hcas_.size(); }
  [[nodiscard]] Host& host(std::size_t index) { return *hosts_[index]; }
  [[nodiscard]] hca::Hca& hca(std::size_t index) { return *hcas_[index]; }
  /// Position among the hosts of the HCA at a port of the topology.
  [[nodiscard]] std::size_t host_at(fabric::PortRef port) const;

  /// One line for each invariant that does not hold (design 7).
  [[nodiscard]] std::vector<std::string> broken_invariants() const;
  [[nodiscard]] std::uint64_t packets_sent() const;

 private:
  [[nodiscard]] fabric::EndNode make_end(const RunConfig& config, const fabric::Topology& plan,
                                         const fabric::EndSite& site);

  PayloadPool payloads_;
  Conductor conductor_;
  std::vector<std::unique_ptr<Host>> hosts_;
  std::vector<hca::Hca*> hcas_;
  std::vector<fabric::PortRef> places_;
  std::unique_ptr<fabric::Fabric> fabric_;
};

}  // namespace ib::tb
