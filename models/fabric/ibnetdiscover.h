// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// A topology and what the reader should know about how it came about, one sentence each.
struct ImportedTopology {
  Topology topology;
  std::vector<std::string> notes;
};

/// Reads the text dump of the tool `ibnetdiscover` (infiniband-diags; with or without -g, -f, -m).
/// Throws ConfigError with file and line for a file that is none, is cut short or contradicts
/// itself. Routers and loopback plugs are left out with a note. Ports keep the LIDs of the dump.
[[nodiscard]] ImportedTopology import_ibnetdiscover(const std::string& path);

/// The same from text; `file` is the name in messages.
[[nodiscard]] ImportedTopology parse_ibnetdiscover(std::string_view text, const std::string& file);

}  // namespace ib::fabric
