// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/fabric.h"
#include "testbenches/wave/vcd_feed.h"
#include "testbenches/workload/hca_host.h"
#include "testbenches/workload/message_node.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// Which end nodes have an HCA in place of a light node, and what they are like.
struct HcaNodes {
  std::vector<bool> has_hca;  ///< By index; missing ones have none.
  hca::HcaConfig hca;
  HcaHostConfig host;
};

/// A fabric whose end nodes run programs of messages, and the conductor that runs it.
class MessageFabric {
 public:
  /// `mtu_bytes` is cut to that of the links.
  MessageFabric(fabric::Topology topology, const fabric::FabricConfig& config,
                std::uint32_t mtu_bytes, double core_clock_mhz, const ConductorConfig& conductor,
                HcaNodes hcas = {});

  [[nodiscard]] Conductor& conductor() { return conductor_; }
  [[nodiscard]] fabric::Fabric& fabric() { return *fabric_; }
  [[nodiscard]] const fabric::Fabric& fabric() const { return *fabric_; }
  /// The light ones.
  [[nodiscard]] const std::vector<MessageNode*>& nodes() const { return nodes_; }
  /// All end nodes, by index.
  [[nodiscard]] const std::vector<MessageHost*>& hosts() const { return hosts_; }
  /// Those with an HCA.
  [[nodiscard]] const std::vector<std::unique_ptr<HcaHost>>& hca_hosts() const { return hcas_; }

  /// Runs until all HCAs are connected; then light nodes know their queue pairs. Does nothing where
  /// there are none.
  void connect_hcas();

  /// Verilated machines that a waveform can show; they live in the fabric.
  void set_traced(std::vector<TracedPart> parts) { traced_ = std::move(parts); }
  [[nodiscard]] const std::vector<TracedPart>& traced() const { return traced_; }

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
  [[nodiscard]] fabric::EndNode make_end(const fabric::EndSite& site,
                                         const fabric::FabricConfig& config, const HcaNodes& hcas);

  std::uint32_t mtu_bytes_;
  double core_clock_mhz_;
  PayloadPool payloads_;
  Conductor conductor_;
  HcaDirectory directory_;
  std::vector<std::unique_ptr<HcaHost>> hcas_;
  std::vector<MessageHost*> hosts_;
  std::vector<Lid> lids_;
  std::vector<MessageNode*> nodes_;
  std::unique_ptr<fabric::Fabric> fabric_;
  std::vector<TracedPart> traced_;
};

}  // namespace ib::tb
