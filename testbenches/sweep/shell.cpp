// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/shell.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>

namespace ib::tb {

ShellOutput shell(const std::string& command) {
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "re");
  if (pipe == nullptr) return {};
  ShellOutput output;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 1; got != 0;) {
    got = std::fread(buffer.data(), 1, buffer.size(), pipe);
    output.text.append(buffer.data(), got);
  }
  const int status = ::pclose(pipe);
  output.code = status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  while (!output.text.empty() && output.text.back() == '\n') output.text.pop_back();
  return output;
}

}  // namespace ib::tb
