// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/routing.h"

namespace ib::fabric {

/// Fat-tree routing, destination modulo k (Zahavi et al., HiPC 2010): the number of a host decides
/// every port on the way up, so that any shift of a full tree loads no cable more than a host's.
/// Going down, parallel cables are shared out. Throws ConfigError for a plan that is no tree of
/// levels with hosts at the lowest alone. A missing cable is gone round where another way is left.
class FatTreeRouting final : public RoutingEngine {
 public:
  [[nodiscard]] std::string_view name() const override { return "ftree"; }
  [[nodiscard]] Routing route(const Topology& topology) const override;
};

}  // namespace ib::fabric
