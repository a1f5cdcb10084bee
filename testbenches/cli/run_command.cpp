// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "models/fabric/config_error.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/cli/interrupt.h"
#include "testbenches/config/nearest.h"
#include "testbenches/config/result_parameters.h"
#include "testbenches/report/csv.h"
#include "testbenches/report/provenance.h"
#include "testbenches/report/result_json.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using fabric::ConfigError;

bool names_a_file(const std::string& target) {
  return target.find('/') != std::string::npos || fs::path{target}.extension() == ".toml";
}

std::vector<Assignment> all_assignments(const RunRequest& request) {
  std::vector<Assignment> assignments;
  if (names_a_file(request.target)) {
    assignments = assignments_of(request.target);
  } else {
    assignments.push_back({"testbench.name", request.target, "run"});
  }
  assignments.insert(assignments.end(), request.assignments.begin(), request.assignments.end());
  return assignments;
}

Testbench testbench_named(const std::string& name) {
  const std::vector<Testbench> known = testbenches();
  std::vector<std::string_view> names;
  for (const Testbench& testbench : known) {
    if (testbench.name == name) return testbench;
    names.push_back(testbench.name);
  }
  if (name.empty()) {
    throw ConfigError("the file names no testbench, add a line such as: testbench = \"write_bw\"");
  }
  throw ConfigError(fmt::format(
      "unknown testbench '{}', did you mean '{}'? A configuration file ends in .toml",
      fabric::printable(name), names.empty() ? std::string_view{} : nearest(name, names)));
}

/// The files of `--out`, reserved before the run so that a bad folder costs no time.
/// results.json comes last: where it stands under its name, the others are whole.
struct OutFolder {
  OutFolder(const fs::path& folder, OutputFiles& outputs) {
    if (folder.empty()) return;
    flows = outputs.add(folder / "flows.csv");
    ports = outputs.add(folder / "ports.csv");
    provenance = outputs.add(folder / "provenance.json");
    results = outputs.add(folder / "results.json");
  }

  void write(const std::string& json, const Reporter& reporter, const std::string& command) const {
    if (results.empty()) return;
    write_text(provenance, provenance_json(IB_VERSION, command));
    write_text(flows, to_csv(flows_table(reporter.flows())));
    write_text(ports, to_csv(ports_table(reporter.ports())));
    write_text(results, json);
  }

  fs::path flows;
  fs::path ports;
  fs::path provenance;
  fs::path results;
};

void note_speed(const Terminal& terminal, const Progress& progress,
                std::chrono::steady_clock::duration elapsed) {
  const double seconds = std::chrono::duration<double>(elapsed).count();
  terminal.note(fmt::format("{:.2f} s, {:.3f} us simulated, {} packets, {:.0f} packets/s", seconds,
                            static_cast<double>(progress.simulated_ps()) / 1e6, progress.packets(),
                            static_cast<double>(progress.packets()) / std::max(seconds, 1e-9)));
}

int exit_code_of(const Result& result, const Terminal& terminal) {
  for (const std::string& line : result.broken_invariants) {
    terminal.error("broken invariant: " + line);
  }
  if (!result.broken_invariants.empty()) return kBrokenInvariant;
  for (const std::string& line : result.faults) terminal.error(line);
  if (!result.faults.empty()) return kFaultsFound;
  if (result.complete) return kSuccess;
  terminal.note("stopped early: the results cover only what was simulated");
  return kInterrupted;
}

}  // namespace

int run_command(const RunRequest& request, const Terminal& terminal) {
  const RunConfig config = load(all_assignments(request));
  const Testbench testbench = testbench_named(config.testbench.name);
  catch_interrupts();
  OutputFiles outputs;
  const OutFolder folder{request.out, outputs};

  const bool quiet = terminal.verbosity == Verbosity::kQuiet;
  const bool bar = request.progress || (stderr_is_terminal() && !quiet);
  Progress progress{bar ? stderr : nullptr, interrupted};
  Reporter reporter{terminal.json ? nullptr : stdout, progress};
  RunContext context{config,   request.files, outputs,
                     reporter, progress,      terminal.verbosity == Verbosity::kVerbose};

  terminal.detail(fmt::format("{}: HCA {}, switch {}, links {}, seed {}", testbench.name,
                              config.preset.hca, config.preset.sw, config.testbench.link_rate,
                              config.sim.seed));
  const auto start = std::chrono::steady_clock::now();
  const Result result = testbench.run(context);
  progress.clear();

  const std::string json = result_json(
      {testbench.name, result.complete && result.broken_invariants.empty() && result.faults.empty(),
       result.broken_invariants, result_parameters(config)},
      reporter.tables());
  folder.write(json, reporter, request.command);
  outputs.commit();
  if (terminal.json) std::fputs(json.c_str(), stdout);
  note_speed(terminal, progress, std::chrono::steady_clock::now() - start);
  return exit_code_of(result, terminal);
}

}  // namespace ib::tb
