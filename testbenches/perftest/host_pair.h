// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/hca/hca.h"
#include "models/ib/packet/payload.h"
#include "testbenches/config/run_config.h"
#include "testbenches/host/host.h"
#include "testbenches/perftest/pair_plan.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// Two hosts with an HCA each, and the part of a fabric that joins them. Other end nodes of the
/// topology stay empty.
class HostPair {
 public:
  /// Throws fabric::ConfigError for a fabric that cannot be built.
  HostPair(const RunConfig& config, PairPlan plan);

  [[nodiscard]] Conductor& conductor() { return conductor_; }
  [[nodiscard]] fabric::Fabric& fabric() { return *fabric_; }
  /// 0 client, 1 server.
  [[nodiscard]] Host& host(std::size_t side) { return *hosts_[side]; }
  [[nodiscard]] hca::Hca& hca(std::size_t side) { return *hcas_[side]; }
  [[nodiscard]] fabric::PortRef place(std::size_t side) const { return places_[side]; }

  /// The SLs that packets of the client and of the server must have.
  [[nodiscard]] std::array<Sl, 2> path_sls() const;

  /// One line for each invariant that does not hold (design 7).
  [[nodiscard]] std::vector<std::string> broken_invariants() const;
  [[nodiscard]] std::uint64_t packets_sent() const;

 private:
  [[nodiscard]] fabric::EndNode make_end(const RunConfig& config, const fabric::EndSite& site);

  PayloadPool payloads_;
  Conductor conductor_;
  std::array<std::unique_ptr<Host>, 2> hosts_;
  std::array<fabric::PortRef, 2> places_;
  std::array<hca::Hca*, 2> hcas_{};
  std::unique_ptr<fabric::Fabric> fabric_;
};

}  // namespace ib::tb
