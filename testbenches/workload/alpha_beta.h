// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "models/fabric/fabric.h"
#include "testbenches/workload/op_graph.h"

namespace ib::tb {

/// What a message costs where no two share a cable: it comes in `alpha` after its last byte left
/// its sender, whose line it takes for `line`.
struct AlphaBeta {
  std::function<Ticks(std::uint32_t from, std::uint32_t to)> alpha;
  std::function<Ticks(std::uint64_t bytes)> line;
};

/// When the last operation of a graph ends under this model. Sends of a rank take its line in the
/// order in which they may begin.
[[nodiscard]] Ticks alpha_beta_time(const OpGraph& graph, const OpMatches& matches,
                                    const AlphaBeta& cost);

/// Time of an idle fabric from the first bit out to the first bit in, between end nodes by index:
/// its cables and, for each switch on the way, the stages of a cut-through packet.
class PathAlpha {
 public:
  PathAlpha(const fabric::Fabric& fabric, const sw::SwitchConfig& config);
  [[nodiscard]] Ticks operator()(std::uint32_t from, std::uint32_t to) const;

 private:
  [[nodiscard]] Ticks switch_time(LinkRate rate) const;

  const fabric::Fabric& fabric_;
  sw::SwitchConfig config_;
  std::vector<std::vector<Ticks>> cables_;  ///< By node and port: latency of the cable there.
};

}  // namespace ib::tb
