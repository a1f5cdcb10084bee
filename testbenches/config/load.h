// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/config/run_config.h"

namespace ib::tb {

/// One "path = text" of the user and where it stands ("--set", "sweep.toml:12").
struct Assignment {
  std::string path;
  std::string text;
  std::string origin;
};

/// "path=text" as `--set` takes it; throws fabric::ConfigError without a '='.
[[nodiscard]] Assignment parse_assignment(const std::string& text, const std::string& origin);

/// The assignments of a TOML file. A relative file in `testbench.topology`, `fabric.routing_file`,
/// `trace.file` or (when it ends in .cdf) `traffic.sizes` starts at the file's folder.
[[nodiscard]] std::vector<Assignment> assignments_of(const std::filesystem::path& file);

/// Defaults, then the presets that the assignments choose, then the assignments in order; checked
/// as a whole. Throws fabric::ConfigError.
[[nodiscard]] RunConfig load(const std::vector<Assignment>& assignments);

}  // namespace ib::tb
