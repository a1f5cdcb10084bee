// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/burn_in_run.h"

#include <cstdio>
#include <string>

#include "testbenches/ber/ber_sweep.h"
#include "testbenches/ber/line_choice.h"

namespace ib::tb {
namespace {

constexpr double kNsPerHour = 3.6e12;
constexpr unsigned kReports = 10;

std::string scientific(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6e", value);
  return text;
}

}  // namespace

Result run_burn_in(RunContext& context) {
  const RunConfig& config = context.config;
  const LinkRate rate = line_rate_of(config.testbench);
  phy::PhyConfig phy = config.phy;
  phy.mode = phy::PhyMode::kStatistical;
  refuse_line_faults(rate, phy, config.cable);
  const phy::Phy line{rate, phy, config.cable, config.sim.seed, "burn_in"};
  const double ber = phy::line_ber(rate, phy, config.cable);
  const double probability = codeword_failure_probability(line.fec(), ber);

  context.reporter.begin_table("burn_in", {{"hours", "hours"},
                                           {"pre_fec_ber", "pre-FEC BER"},
                                           {"codewords", "codewords"},
                                           {"failed_codewords", "failed"},
                                           {"expected_failures", "expected"},
                                           {"plr", "PLR"}});
  Result result;
  for (unsigned i = 1; i <= kReports; ++i) {
    const double hours = config.testbench.hours_simulated * i / kReports;
    const phy::PhyCounters counters = line.counters(ticks_from_ns(hours * kNsPerHour));
    context.reporter.add_row({Fixed{hours, 3}, scientific(ber), counters.codewords,
                              counters.failed_codewords,
                              scientific(static_cast<double>(counters.codewords) * probability),
                              std::string{info(line.fec()).plr ? "on" : "off"}});
    const auto now_ps = static_cast<std::int64_t>(hours * kNsPerHour * 1000);
    if (!context.progress.update(now_ps, 0, static_cast<double>(i) / kReports)) {
      result.complete = i == kReports;
      break;
    }
  }
  return result;
}

}  // namespace ib::tb
