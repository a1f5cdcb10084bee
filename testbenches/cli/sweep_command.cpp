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

int exit_code_of(const SweepOutcome& outcome, const SweepRequest& request,
                 const Terminal& terminal) {
  if (!outcome.complete) {
    terminal.note("stopped early: the same command goes on from here");
    return kInterrupted;
  }
  if (outcome.counts.failed == 0) return kSuccess;
  terminal.error(fmt::format("{} points failed, {} says why; --retry-failed runs them again",
                             outcome.counts.failed, (request.out / "points.csv").string()));
  return kFaultsFound;
}

void write_provenance(const SweepRequest& request) {
  OutputFiles outputs;
  write_text(outputs.add(request.out / "provenance.json"),
             provenance_json(IB_VERSION, request.command));
  outputs.commit();
}

}  // namespace

int sweep_command(const SweepRequest& request, const Terminal& terminal) {
  if (request.out.empty() && !request.dry_run) {
    throw ConfigError("sweep: --out DIR is needed, or --dry-run");
  }
  const SweepPlan plan = read_sweep_file(request.file);
  require_few(plan, request.yes);
  const std::vector<SweepPoint> points = points_of(plan, IB_VERSION);
  if (request.dry_run) return list_points(points, terminal);

  catch_interrupts();
  const bool quiet = terminal.verbosity == Verbosity::kQuiet;
  const bool bar = request.progress || (stderr_is_terminal() && !quiet);
  const auto start = std::chrono::steady_clock::now();
  const SweepOutcome outcome = run_sweep(
      plan, points,
      {request.out, request.jobs, request.retry_failed, bar ? stderr : nullptr, interrupted});
  write_provenance(request);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  terminal.note(fmt::format("{:.2f} s, {} of {} points run now, {} done, {} failed, {} not needed",
                            seconds, outcome.ran, points.size(), outcome.counts.done,
                            outcome.counts.failed, outcome.counts.not_needed));
  return exit_code_of(outcome, request, terminal);
}

}  // namespace ib::tb
