// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {

/// A congestion tree of two switches (ib-facts 9.5): `far` senders and one victim share the cable
/// between the switches; `near` senders sit beside the hot sink. All senders but the victim go to
/// the hot sink, the victim to an idle one next to it.
struct CongestionTreePlan {
  std::uint32_t far = 2;
  std::uint32_t near = 2;
  fabric::CableInfo cable;
  fabric::FabricConfig fabric;
  TrafficConfig traffic;
  Ticks warmup = 0;
  Ticks duration = 0;
};

/// Shares of the link rate, wire bytes.
struct CongestionTreeResult {
  double victim = 0;
  double sink = 0;
  double slowest = 0;  ///< Of the contributors.
  double fastest = 0;
  std::uint64_t marked = 0;         ///< Packets that a switch set FECN in.
  std::uint64_t notifications = 0;  ///< CNPs that came to senders.
};

/// The victim's share without congestion control: the hot sink takes from its inputs in turn, so
/// the cable brings it 1 / (near + 1), of which each far sender has an equal part; and the senders
/// on the cable's switch, the victim among them, have equal turns.
[[nodiscard]] constexpr double fair_victim_share(std::uint32_t far, std::uint32_t near) {
  return 1.0 / ((near + 1.0) * far);
}

/// The victim's share with ideal control: what the far senders, with equal parts of the hot sink,
/// leave of the cable.
[[nodiscard]] constexpr double ideal_victim_share(std::uint32_t far, std::uint32_t near) {
  return near / (near + static_cast<double>(far));
}

/// Marking that holds the scenario's defaults steady at NDR rates, when none is configured: the
/// values of the literature (ib-facts 7) are for links of a tenth of the rate.
[[nodiscard]] inline sw::CongestionConfig congestion_tree_marking() { return {10, 8, 31, false}; }

/// The scenario, elaborated: one a process.
class CongestionTree {
 public:
  CongestionTree(const CongestionTreePlan& plan, const ConductorConfig& conductor);
  [[nodiscard]] TrafficFabric& traffic() { return traffic_; }
  void run();
  [[nodiscard]] CongestionTreeResult result() const;

 private:
  [[nodiscard]] double share(std::uint64_t bytes) const;

  CongestionTreePlan plan_;
  std::size_t hosts_each_;
  TrafficFabric traffic_;
};

}  // namespace ib::tb
