// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/traffic_fabric.h"

#include <utility>

#include "models/fabric/switch_totals.h"

namespace ib::tb {

TrafficFabric::TrafficFabric(fabric::Topology topology, const fabric::FabricConfig& config,
                             const TrafficConfig& traffic, const ConductorConfig& conductor)
    : conductor_("conductor", conductor) {
  const auto make = [&](const fabric::EndSite& site) {
    auto node = std::make_unique<TrafficNode>(site.module_name.c_str(), site.index, site.lid,
                                              traffic, config.link, site.rate, config.seed);
    nodes_.push_back(node.get());
    link::Port* const port = &node->port();
    return fabric::EndNode{std::move(node), port};
  };
  fabric_ =
      std::make_unique<fabric::Fabric>("fabric", std::move(topology), config, conductor_, make);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i]->set_path_sls(fabric_->path_sls(fabric_->ends()[i].site.port));
  }
}

void TrafficFabric::send_uniformly() {
  std::vector<Lid> lids;
  for (const auto& end : fabric_->ends()) lids.push_back(end.site.lid);
  for (std::size_t self = 0; self < nodes_.size(); ++self) {
    nodes_[self]->set_destination([lids, self](RandomStream& random) {
      const std::size_t other = random.below(lids.size() - 1);
      return lids[other < self ? other : other + 1];
    });
  }
}

void TrafficFabric::send_to(std::size_t sink) {
  const Lid lid = fabric_->ends()[sink].site.lid;
  for (TrafficNode* node : nodes_) node->set_destination([lid](RandomStream&) { return lid; });
  nodes_[sink]->stop_sending();
}

void TrafficFabric::run(Ticks measure_from, Ticks end) {
  for (TrafficNode* node : nodes_) node->measure_from(measure_from);
  conductor_.stop_at(end);
  sc_core::sc_start(to_sc_time(end) - sc_core::sc_time_stamp());
}

std::uint64_t TrafficFabric::packet_hops() const { return fabric::packet_hops(*fabric_); }

std::vector<std::string> TrafficFabric::broken_invariants() {
  std::vector<std::string> broken = conductor_.deadlock();
  const std::vector<std::string> faults = fabric::credit_faults(*fabric_);
  broken.insert(broken.end(), faults.begin(), faults.end());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i]->statistics().out_of_order > 0) {
      broken.push_back(std::string(nodes_[i]->name()) + ": packets of one flow out of order");
    }
  }
  return broken;
}

}  // namespace ib::tb
