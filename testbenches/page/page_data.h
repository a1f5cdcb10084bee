// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace ib::tb {

/// All that a page shows of a folder that `run --out` or `sweep --out` wrote, as one JSON object
/// without '<', so that it may stand in HTML. Throws fabric::ConfigError for any other folder and
/// for a damaged file.
[[nodiscard]] std::string page_data(const std::filesystem::path& folder);

}  // namespace ib::tb
