// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace ib::tb {

/// What a command prints, line by line.
[[nodiscard]] inline std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  char buffer[4096];
  while (pipe && std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr) {
    lines.emplace_back(buffer);
    lines.back().erase(lines.back().find_last_not_of('\n') + 1);
  }
  return lines;
}

[[nodiscard]] inline bool tshark_is_installed() {
  return !lines_of("tshark --version 2>/dev/null").empty();
}

/// Every 4-byte SEND looks like RPC over RDMA to tshark unless it is told not to guess.
[[nodiscard]] inline std::vector<std::string> tshark(const std::string& file,
                                                     const std::string& arguments) {
  return lines_of("tshark -r '" + file + "' --disable-protocol rpcordma " + arguments +
                  " 2>/dev/null");
}

}  // namespace ib::tb
