// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "testbenches/report/table.h"

namespace ib::tb {

/// Whether this program was built with SQLite.
[[nodiscard]] bool sqlite_available();

/// Writes the tables into a new database at `file`, which may exist if it is empty. Texts that are
/// numbers become numbers, except in the column `point`; empty ones become NULL. Throws
/// fabric::ConfigError when it cannot be written.
void write_sqlite(const std::filesystem::path& file, const std::vector<Table>& tables);

}  // namespace ib::tb
