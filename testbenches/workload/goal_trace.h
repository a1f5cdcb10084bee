// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "testbenches/workload/op_graph.h"

namespace ib::tb {

/// Programs in the text form of GOAL, as LogGOPSim's txt2bin reads it: `num_ranks`, `rank N { .. }`
/// with `send`, `recv`, `calc` (ns), labels, `requires` and `irequires`; tag, cpu and nic are
/// optional, `nic` is read over. A label may also be named before it is given. Throws
/// fabric::ConfigError with `origin` and the line.
[[nodiscard]] OpGraph read_goal(std::istream& stream, const std::string& origin);

/// Programs as CSV: a head line, then a line an operation. Columns, in any order: `rank`, `op`
/// (send, recv or calc), `peer`, `bytes`, `tag`, `duration_ns`, `cpu`, `id` (a name in its rank),
/// `after` (names of what must have ended, separated by blanks). Throws fabric::ConfigError with
/// `origin` and the line.
[[nodiscard]] OpGraph read_csv_trace(std::istream& stream, const std::string& origin);

/// A file in the one form or, when its name ends in .csv, in the other.
[[nodiscard]] OpGraph read_trace(const std::filesystem::path& file);

}  // namespace ib::tb
