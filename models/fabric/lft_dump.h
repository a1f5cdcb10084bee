// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "models/fabric/routing.h"

namespace ib::fabric {

/// Reads forwarding tables as OpenSM's `opensm-lfts.dump` and `dump_fts` have them; port 255 and
/// LIDs that are not there drop. Switches are known by GUID. Throws ConfigError with file and line
/// for a switch, a LID or a port that the topology does not have, and for what is no such dump.
[[nodiscard]] Routing import_lft_dump(const std::string& path, const Topology& topology);

/// The same from text; `file` is the name in messages.
[[nodiscard]] Routing parse_lft_dump(std::string_view text, const std::string& file,
                                     const Topology& topology);

/// The tables in that format, with LIDs that have a route only.
[[nodiscard]] std::string to_lft_dump(const Topology& topology, const Routing& routing);

}  // namespace ib::fabric
