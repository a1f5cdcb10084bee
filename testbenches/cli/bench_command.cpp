// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "models/fabric/config_error.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/report/result_json.h"
#include "testbenches/report/text_table.h"
#include "testbenches/run/benchmark.h"

namespace ib::tb {
namespace {

/// SystemC elaborates once a process, so each benchmark gets a child; its number comes back
/// through a pipe. Nothing when the child failed.
std::optional<double> measure_in_child(const Benchmark& benchmark) {
  int ends[2];
  if (::pipe(ends) != 0) return std::nullopt;
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    const double value = benchmark.measure();
    const bool sent = ::write(ends[1], &value, sizeof value) == sizeof value;
    ::_exit(sent ? kSuccess : kBrokenInvariant);
  }
  ::close(ends[1]);
  double value = 0;
  const bool received = child > 0 && ::read(ends[0], &value, sizeof value) == sizeof value;
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  return received ? std::optional{value} : std::nullopt;
}

}  // namespace

int bench_command(const std::string& filter, const Terminal& terminal) {
  Table table{"benchmarks",
              {{"name", "NAME"}, {"value", "VALUE"}, {"unit", "UNIT"}, {"meaning", "MEANING"}},
              {}};
  int code = kSuccess;
  bool matched = false;
  for (const Benchmark& benchmark : benchmarks()) {
    if (benchmark.name.find(filter) == std::string_view::npos) continue;
    matched = true;
    terminal.note(fmt::format("measuring {} ...", benchmark.name));
    if (const auto value = measure_in_child(benchmark)) {
      table.rows.push_back({std::string{benchmark.name}, Fixed{*value, 3},
                            std::string{benchmark.unit}, std::string{benchmark.meaning}});
    } else {
      terminal.error(fmt::format("benchmark {} failed", benchmark.name));
      code = kBrokenInvariant;
    }
  }
  if (!matched) {
    throw fabric::ConfigError(
        fmt::format("--filter {}: no benchmark has this in its name", fabric::printable(filter)));
  }
  std::fputs((terminal.json ? table_json(table) : aligned(table)).c_str(), stdout);
  return code;
}

}  // namespace ib::tb
