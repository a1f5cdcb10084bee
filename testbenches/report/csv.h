// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbenches/report/rows.h"
#include "testbenches/report/table.h"

namespace ib::tb {

/// A table as CSV (RFC 4180, line feed), its column keys in the first line.
[[nodiscard]] std::string to_csv(const Table& table);

/// A field, quoted when it has to be.
[[nodiscard]] std::string csv_field(std::string_view text);

/// flows.csv and ports.csv as tables; docs/outputs.md describes their columns.
[[nodiscard]] Table flows_table(const std::vector<FlowRow>& rows);
[[nodiscard]] Table ports_table(const std::vector<PortRow>& rows);

}  // namespace ib::tb
