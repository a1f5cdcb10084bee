// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// Finds the port a user means by a GUID ("0x.."), a full name, a LID (decimal), a name's first
/// words ("node01" for "node01 mlx5_0"), its beginning, or a part of it; the first of these that
/// fits anything decides. A node stands for its lowest
/// cabled port, a switch for port 0. `only` leaves out nodes of the other kind. Throws ConfigError
/// when nothing fits, or when several do, listing them.
[[nodiscard]] PortRef find_port(const Topology& topology, std::string_view text,
                                std::optional<NodeKind> only = std::nullopt);

}  // namespace ib::fabric
