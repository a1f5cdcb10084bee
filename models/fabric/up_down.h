// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "models/fabric/routing.h"

namespace ib::fabric {

/// Up towards the roots, then down, never up again: no cycle of channel dependencies. A switch
/// that can reach a LID going down only does so, even where going up first were shorter. Of equal
/// ports the one with the fewest channel adapter LIDs is taken.
class UpDown final : public RoutingEngine {
 public:
  /// Without roots: the switches farthest from any host, or where all have hosts, the most central
  /// one. An island without a root gets its first switch.
  explicit UpDown(std::vector<NodeId> roots = {}) : roots_(std::move(roots)) {}
  [[nodiscard]] std::string_view name() const override { return "updown"; }
  [[nodiscard]] Routing route(const Topology& topology) const override;

 private:
  std::vector<NodeId> roots_;
};

}  // namespace ib::fabric
