// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <string>

namespace ib::tb {

/// Parses a TOML file of at most 1 MiB. Throws fabric::ConfigError, with the line where it can,
/// for a file that cannot be read or is not TOML.
[[nodiscard]] toml::table read_toml(const std::filesystem::path& file);

/// A number, truth value or string as a parameter takes it; `where` opens the message of the
/// fabric::ConfigError that anything else throws.
[[nodiscard]] std::string scalar_text(const toml::node& node, const std::string& where);

}  // namespace ib::tb
