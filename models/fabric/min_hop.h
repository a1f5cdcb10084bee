// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/routing.h"

namespace ib::fabric {

/// Shortest paths, spread over equal ones: of the ports on a shortest path a switch takes the one
/// that carries the fewest channel adapter LIDs so far, as OpenSM's minhop engine counts them; the
/// LIDs of one port (LMC > 0) prefer different neighbours first. LIDs of switches add no load.
class MinHop final : public RoutingEngine {
 public:
  [[nodiscard]] std::string_view name() const override { return "minhop"; }
  [[nodiscard]] Routing route(const Topology& topology) const override;
};

}  // namespace ib::fabric
