// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "testbenches/workload/message_node.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// A fabric whose end nodes run programs of messages, and the conductor that runs it.
class MessageFabric {
 public:
  /// `mtu_bytes` is cut to that of the links.
  MessageFabric(fabric::Topology topology, const fabric::FabricConfig& config,
                std::uint32_t mtu_bytes, double core_clock_mhz, const ConductorConfig& conductor);

  [[nodiscard]] Conductor& conductor() { return conductor_; }
  [[nodiscard]] fabric::Fabric& fabric() { return *fabric_; }
  [[nodiscard]] const fabric::Fabric& fabric() const { return *fabric_; }
  [[nodiscard]] const std::vector<MessageNode*>& nodes() const { return nodes_; }

  /// Runs to `end` of simulated time.
  void run_to(Ticks end);
  /// Runs until `done` holds, looked at every `step`, or to `limit`.
  void run_until(const std::function<bool()>& done, Ticks step, Ticks limit);

  /// One line for each invariant that does not hold (design 7).
  [[nodiscard]] std::vector<std::string> broken_invariants() const;
  [[nodiscard]] std::uint64_t packet_hops() const;
  [[nodiscard]] std::uint64_t bad_packets() const;
  [[nodiscard]] std::uint64_t out_of_order() const;

 private:
  Conductor conductor_;
  std::vector<Lid> lids_;
  std::vector<MessageNode*> nodes_;
  std::unique_ptr<fabric::Fabric> fabric_;
};

}  // namespace ib::tb
