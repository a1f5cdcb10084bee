// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "models/fabric/config_error.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/cli/interrupt.h"
#include "testbenches/report/output_files.h"
#include "testbenches/report/provenance.h"
#include "testbenches/report/result_json.h"
#include "testbenches/report/text_table.h"
#include "testbenches/sweep/sweep.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using fabric::ConfigError;

constexpr double kManyPoints = 100'000;

void require_few(const SweepPlan& plan, bool yes) {
  const double count = most_combinations(plan.axes) * static_cast<double>(plan.seeds.size());
  if (count <= kManyPoints || yes) return;
  throw ConfigError(
      fmt::format("{}: up to {:.0f} points, add --yes to run so many", plan.file.string(), count));
}

int list_points(const std::vector<SweepPoint>& points, const Terminal& terminal) {
  Table table{"points", {{"point", "POINT"}, {"values", "VALUES"}}, {}};
  for (const SweepPoint& point : points) table.rows.push_back({point.hash, point_text(point)});
  std::fputs((terminal.json ? table_json(table) : aligned(table)).c_str(), stdout);
  terminal.note(fmt::format("{} points", points.size()));
  return kSuccess;
}

int exit_code_of(const SweepOutcome& outcome, const fs::path& out, const Terminal& terminal) {
  if (!outcome.complete) {
    terminal.note("stopped early: the same command goes on from here");
    return kInterrupted;
  }
  if (outcome.counts.failed == 0) return kSuccess;
  terminal.error(fmt::format("{} points failed, {} says why; --retry-failed runs them again",
                             outcome.counts.failed, (out / "points.csv").string()));
  return kFaultsFound;
}

void write_provenance(const fs::path& out, const std::string& command) {
  OutputFiles outputs;
  write_text(outputs.add(out / "provenance.json"), provenance_json(IB_VERSION, command));
  outputs.commit();
}

/// Points of another version have other hashes: they stay and are not looked at.
void note_other_version(const fs::path& out, const Terminal& terminal) {
  const std::string version = provenance_version(out / "provenance.json");
  if (version.empty() || version == IB_VERSION) return;
  terminal.note(fmt::format("{}: holds points of version {}, which stay; {} runs all points anew",
                            out.string(), fabric::printable(version), IB_VERSION));
}

SweepOptions options_of(const SweepRequest& request) {
  SweepOptions options;
  options.out = request.out.empty() ? request.file.stem() : request.out;
  options.jobs = request.jobs;
  options.retry_failed = request.retry_failed;
  options.profile = request.profile;
  options.command = request.command;
  options.stop_requested = interrupted;
  if (request.executor == "slurm") options.executor = ExecutorKind::kSlurm;
  if (request.executor == "command") options.executor = ExecutorKind::kCommand;
  const bool wants_command = options.executor != ExecutorKind::kLocal;
  if (!wants_command && !request.command.empty()) {
    throw ConfigError("--command: is for --executor command or slurm");
  }
  if (options.executor == ExecutorKind::kCommand && request.command.empty()) {
    throw ConfigError("--executor command: needs a --command, such as 'srun -n1'");
  }
  if (fs::is_regular_file(options.out)) {
    throw ConfigError(fmt::format("{}: is a file, choose a folder by --out", options.out.string()));
  }
  return options;
}

}  // namespace

int sweep_command(const SweepRequest& request, const Terminal& terminal) {
  const SweepPlan plan = read_sweep_file(request.file);
  require_few(plan, request.yes);
  const std::vector<SweepPoint> points = points_of(plan, IB_VERSION);
  if (request.dry_run) return list_points(points, terminal);

  catch_interrupts();
  const bool quiet = terminal.verbosity == Verbosity::kQuiet;
  const bool bar = request.progress || (stderr_is_terminal() && !quiet);
  const auto start = std::chrono::steady_clock::now();
  SweepOptions options = options_of(request);
  options.bar = bar ? stderr : nullptr;
  note_other_version(options.out, terminal);
  const SweepOutcome outcome = run_sweep(plan, points, options);
  write_provenance(options.out, request.command_line);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  terminal.note(fmt::format("{:.2f} s, {} of {} points run now, {} done, {} failed, {} not needed",
                            seconds, outcome.ran, points.size(), outcome.counts.done,
                            outcome.counts.failed, outcome.counts.not_needed));
  terminal.note(fmt::format("results are in {}", options.out.string()));
  return exit_code_of(outcome, options.out, terminal);
}

}  // namespace ib::tb
