// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/congestion_tree.h"

#include <algorithm>

#include "models/fabric/builders.h"

namespace ib::tb {
namespace {

// First switch: the victim's source, then the far senders. Second switch: the hot sink, the
// victim's sink, then the near senders.
std::uint32_t hosts_each(const CongestionTreePlan& plan) {
  return std::max(plan.far + 1, plan.near + 2);
}

}  // namespace

CongestionTree::CongestionTree(const CongestionTreePlan& plan, const ConductorConfig& conductor)
    : plan_(plan),
      hosts_each_(hosts_each(plan)),
      traffic_(fabric::switch_line(2, hosts_each(plan), plan.cable), plan.fabric, plan.traffic,
               conductor) {
  const auto& ends = traffic_.fabric().ends();
  const Lid hot = ends[hosts_each_].site.lid;
  const Lid idle = ends[hosts_each_ + 1].site.lid;
  for (std::size_t i = 0; i < traffic_.nodes().size(); ++i) {
    TrafficNode& node = *traffic_.nodes()[i];
    const std::size_t place = i % hosts_each_;
    const bool sends =
        i < hosts_each_ ? place <= plan.far : place >= 2 && place < plan.near + std::size_t{2};
    if (!sends) node.stop_sending();
    const Lid to = i == 0 ? idle : hot;
    node.set_destination([to](RandomStream&) { return to; });
  }
}

void CongestionTree::run() { traffic_.run(plan_.warmup, plan_.warmup + plan_.duration); }

double CongestionTree::share(std::uint64_t bytes) const {
  const auto time = static_cast<double>(bytes) * static_cast<double>(byte_ticks(plan_.cable.rate));
  return time / static_cast<double>(plan_.duration);
}

CongestionTreeResult CongestionTree::result() const {
  CongestionTreeResult result;
  const TrafficNode& sink = *traffic_.nodes()[hosts_each_];
  const TrafficStatistics& idle = traffic_.nodes()[hosts_each_ + 1]->statistics();
  result.victim = share(idle.received_bytes);
  result.sink = share(sink.statistics().received_bytes);
  result.slowest = 1;
  for (std::size_t i = 1; i < traffic_.nodes().size(); ++i) {
    const TrafficNode& node = *traffic_.nodes()[i];
    if (node.congestion() != nullptr) result.notifications += node.congestion()->becns();
    const std::uint64_t bytes = sink.received_bytes_from(static_cast<std::uint32_t>(i));
    if (bytes == 0) continue;
    result.slowest = std::min(result.slowest, share(bytes));
    result.fastest = std::max(result.fastest, share(bytes));
  }
  for (const auto& node : traffic_.fabric().switches()) {
    for (unsigned port = 1; port <= node.chip->ports(); ++port) {
      result.marked += node.chip->port(port).counters().xmit_marked_fecn;
    }
  }
  return result;
}

}  // namespace ib::tb
