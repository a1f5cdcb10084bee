// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace ib::tb {

void Terminal::error(std::string_view line) const {
  const char* const red = colour ? "\x1b[1;31m" : "";
  const char* const plain = colour ? "\x1b[0m" : "";
  fmt::print(stderr, "{}ibsilicon:{} {}\n", red, plain, line);
}

void Terminal::note(std::string_view line) const {
  if (verbosity != Verbosity::kQuiet) fmt::print(stderr, "{}\n", line);
}

void Terminal::detail(std::string_view line) const {
  if (verbosity == Verbosity::kVerbose) fmt::print(stderr, "{}\n", line);
}

bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool colour_wanted() {
  const char* const term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view{term} == "dumb";
  return stderr_is_terminal() && std::getenv("NO_COLOR") == nullptr && !dumb;
}

void print(std::string_view text) { fmt::print("{}\n", text); }

}  // namespace ib::tb
