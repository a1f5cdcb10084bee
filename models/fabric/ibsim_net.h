// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// True for a file that starts like a net file of ibsim: its first node is named otherwise than
/// `ibnetdiscover` names nodes ("S-<GUID>", "H-<GUID>").
[[nodiscard]] bool is_ibsim_net(std::string_view text);

/// Reads a net file of ibsim (linux-rdma/ibsim, net-examples): Switch and Hca records with ports,
/// `module` prefixes and `include`d files. Such a file knows no rates, so all cables get `cable`.
/// Throws ConfigError with file and line; for an include that includes itself too.
[[nodiscard]] Topology import_ibsim_net(const std::string& path, const CableInfo& cable = {});

/// The plan as such a file; node names get a number where two are alike.
[[nodiscard]] std::string to_ibsim_net(const Topology& topology);

}  // namespace ib::fabric
