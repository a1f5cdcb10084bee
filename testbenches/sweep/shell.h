// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ib::tb {

/// What a command wrote to stdout and stderr together.
struct ShellOutput {
  int code = -1;  ///< Exit code; -1 when it could not be started or was killed.
  std::string text;
};

/// Runs a command by /bin/sh and waits for it.
[[nodiscard]] ShellOutput shell(const std::string& command);

}  // namespace ib::tb
