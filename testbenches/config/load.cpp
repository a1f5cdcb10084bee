// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/load.h"

#include <fmt/format.h>

#include "models/fabric/config_error.h"
#include "testbenches/config/config_file.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/config/validate.h"

namespace ib::tb {

Assignment parse_assignment(const std::string& text, const std::string& origin) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw fabric::ConfigError(
        fmt::format("{} {}: expected path.to.parameter=value", origin, fabric::printable(text)));
  }
  return {text.substr(0, equals), text.substr(equals + 1), origin};
}

std::vector<Assignment> assignments_of(const std::filesystem::path& file) {
  std::vector<Assignment> assignments;
  read_config_file(
      file, [&](std::string_view path, std::string_view text, std::string_view origin) {
        assignments.push_back({std::string{path}, std::string{text}, std::string{origin}});
        if (path == "testbench.topology") {
          assignments.back().text = (file.parent_path() / text).string();
        }
      });
  return assignments;
}

RunConfig load(const std::vector<Assignment>& assignments) {
  RunConfig config;
  ParameterTree tree{config};
  for (const Assignment& a : assignments) tree.set(a.path, a.text, a.origin);
  require_valid(config);
  return config;
}

}  // namespace ib::tb
