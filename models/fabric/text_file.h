// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ib::fabric {

/// Reads a whole text file. Throws ConfigError for a missing or unreadable file, a folder, a file
/// of more than 1 GiB and one with control bytes, which no text has.
[[nodiscard]] std::string read_text_file(const std::string& path);

}  // namespace ib::fabric
