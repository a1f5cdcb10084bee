// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/message_fabric.h"

#include <algorithm>
#include <utility>

#include "models/fabric/switch_totals.h"

namespace ib::tb {

MessageFabric::MessageFabric(fabric::Topology topology, const fabric::FabricConfig& config,
                             std::uint32_t mtu_bytes, double core_clock_mhz,
                             const ConductorConfig& conductor)
    : conductor_("conductor", conductor) {
  const std::uint32_t mtu = std::min(mtu_bytes, config.link.mtu_bytes);
  const auto make = [&](const fabric::EndSite& site) {
    auto node = std::make_unique<MessageNode>(site.module_name.c_str(), site.index, site.lid, mtu,
                                              config.link, site.rate, core_clock_mhz);
    nodes_.push_back(node.get());
    link::Port* const port = &node->port();
    return fabric::EndNode{std::move(node), port};
  };
  fabric_ =
      std::make_unique<fabric::Fabric>("fabric", std::move(topology), config, conductor_, make);
  for (const auto& end : fabric_->ends()) lids_.push_back(end.site.lid);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i]->set_peers(&lids_);
    nodes_[i]->set_path_sls(fabric_->path_sls(fabric_->ends()[i].site.port));
  }
}

void MessageFabric::run_to(Ticks end) {
  conductor_.stop_at(end);
  sc_core::sc_start(to_sc_time(end) - sc_core::sc_time_stamp());
}

void MessageFabric::run_until(const std::function<bool()>& done, Ticks step, Ticks limit) {
  for (Ticks end = step; !done() && end <= limit; end += step) {
    run_to(end);
    if (sc_core::sc_get_status() == sc_core::SC_STOPPED || !conductor_.deadlock().empty()) return;
  }
}

std::uint64_t MessageFabric::packet_hops() const { return fabric::packet_hops(*fabric_); }

std::uint64_t MessageFabric::bad_packets() const {
  std::uint64_t bad = 0;
  for (const MessageNode* node : nodes_) bad += node->bad_packets();
  return bad;
}

std::uint64_t MessageFabric::out_of_order() const {
  std::uint64_t count = 0;
  for (const MessageNode* node : nodes_) count += node->out_of_order();
  return count;
}

std::vector<std::string> MessageFabric::broken_invariants() const {
  std::vector<std::string> broken = conductor_.deadlock();
  const std::vector<std::string> faults = fabric::credit_faults(*fabric_);
  broken.insert(broken.end(), faults.begin(), faults.end());
  return broken;
}

}  // namespace ib::tb
