// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/sqlite_results.h"

namespace ib::tb {

bool sqlite_available() { return false; }

void write_sqlite(const std::filesystem::path& /*file*/, const std::vector<Table>& /*tables*/) {}

}  // namespace ib::tb
