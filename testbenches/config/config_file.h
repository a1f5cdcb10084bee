// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace ib::tb {

/// Called with the path of a key in the file, its value as text and where it stands ("x.toml:12").
using Setter = std::function<void(std::string_view, std::string_view, std::string_view)>;

/// Reads a TOML file whose tables are the parameter paths and gives every key to `set`, in the
/// order of the file. `testbench = "write_bw"` is short for `testbench.name`. A table
/// `sweep` is left out: it says how to vary the rest. Throws fabric::ConfigError for a file that
/// cannot be read or is not TOML.
void read_config_file(const std::filesystem::path& file, const Setter& set);

}  // namespace ib::tb
