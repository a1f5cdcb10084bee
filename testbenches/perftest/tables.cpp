// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/tables.h"

namespace ib::tb {
namespace {

constexpr int kRateDigits = 6;
constexpr int kLatencyDigits = 3;

}  // namespace

void begin_table(Reporter& reporter, const PerftestPlan& plan) {
  if (plan.measure == Measure::kBandwidth) {
    reporter.begin_table("bandwidth", {{"size_bytes", "#bytes"},
                                       {"iterations", "#iterations"},
                                       {"bw_peak_gbps", "BW peak[Gb/sec]"},
                                       {"bw_average_gbps", "BW average[Gb/sec]"},
                                       {"message_rate_mpps", "MsgRate[Mpps]"}});
    return;
  }
  reporter.begin_table("latency", {{"size_bytes", "#bytes"},
                                   {"iterations", "#iterations"},
                                   {"t_min_us", "t_min[usec]"},
                                   {"t_max_us", "t_max[usec]"},
                                   {"t_typical_us", "t_typical[usec]"},
                                   {"t_avg_us", "t_avg[usec]"},
                                   {"t_stdev_us", "t_stdev[usec]"},
                                   {"t_99_us", "99% percentile[usec]"},
                                   {"t_99_9_us", "99.9% percentile[usec]"}});
}

void add_row(Reporter& reporter, const PerftestPlan& plan, const SizeResult& result) {
  if (plan.measure == Measure::kBandwidth) {
    const Bandwidth& b = result.bandwidth;
    reporter.add_row({result.size, b.messages, Fixed{b.peak_gbps, 2}, Fixed{b.average_gbps, 2},
                      Fixed{b.rate_mpps, kRateDigits}});
    return;
  }
  const Latency& l = result.latency;
  std::vector<Cell> row{result.size, l.samples};
  for (const double value :
       {l.min_us, l.max_us, l.typical_us, l.average_us, l.deviation_us, l.p99_us, l.p999_us}) {
    row.emplace_back(Fixed{value, kLatencyDigits});
  }
  reporter.add_row(std::move(row));
}

void add_stages(Reporter& reporter, const std::vector<LatencyStage>& stages) {
  constexpr int kNsDigits = 3;
  reporter.begin_table("latency_stages", {{"stage", "stage                       "},
                                          {"duration_ns", "duration[nsec]"},
                                          {"elapsed_ns", "elapsed[nsec]"}});
  Ticks elapsed = 0;
  for (const LatencyStage& stage : stages) {
    elapsed += stage.duration;
    reporter.add_row({stage.name, Fixed{ns_from_ticks(stage.duration), kNsDigits},
                      Fixed{ns_from_ticks(elapsed), kNsDigits}});
  }
}

}  // namespace ib::tb
