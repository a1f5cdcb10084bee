// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>

#include "testbenches/capture/capture_check.h"

namespace ib::tb {

/// The report as a table and its first problems, or as one JSON document.
[[nodiscard]] std::string report_text(const CheckReport& report);
[[nodiscard]] std::string report_json(const CheckReport& report);

/// What `ibsilicon check` does. Returns its exit code: 0 all right, 1 something is wrong in the
/// capture, 2 no capture (one line on `err`, nothing on `out`).
int run_check(const std::string& path, bool json, std::ostream& out, std::ostream& err);

}  // namespace ib::tb
