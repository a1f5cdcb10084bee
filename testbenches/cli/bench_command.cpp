// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "models/fabric/config_error.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/report/result_json.h"
#include "testbenches/report/text_table.h"
#include "testbenches/run/benchmark.h"
#include "testbenches/traffic/child_measurement.h"

namespace ib::tb {
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
    if (const auto value = measured_in_child(benchmark.measure)) {
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
