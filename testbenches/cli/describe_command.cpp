// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/fabric/config_error.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"

namespace ib::tb {

int describe_command(const std::string& preset, const Terminal&) {
  throw fabric::ConfigError(fmt::format("unknown preset '{}'", fabric::printable(preset)));
}

}  // namespace ib::tb
