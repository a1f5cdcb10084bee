// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/ber_run.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "models/fabric/config_error.h"
#include "testbenches/ber/ber_sweep.h"
#include "testbenches/ber/eye_histogram.h"
#include "testbenches/ber/line_choice.h"
#include "testbenches/report/csv.h"
#include "testbenches/report/output_files.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kEyeSymbols = 200'000;

std::vector<double> values_of(const char* key, const std::string& text) {
  const auto values = sweep_values(text);
  if (!values) {
    throw fabric::ConfigError(fabric::ConfigFault{"", 0, key, text,
                                                  "is neither a number nor a sweep",
                                                  "first:last:step in dB, 1000 values at most"});
  }
  return *values;
}

/// A cable for each point: every SNR at every loss.
std::vector<phy::CableConfig> cables_of(const RunConfig& config) {
  const TestbenchConfig& bench = config.testbench;
  std::vector<double> losses{config.cable.loss_db};
  if (!bench.loss_db.empty()) losses = values_of("testbench.loss_db", bench.loss_db);
  std::vector<phy::CableConfig> cables;
  for (const double loss_db : losses) {
    for (const double snr_db : values_of("testbench.snr_db", bench.snr_db)) {
      cables.push_back(config.cable);
      cables.back().loss_db = loss_db;
      cables.back().snr_db = snr_db;
    }
  }
  return cables;
}

void refuse_faults(LinkRate rate, const RunConfig& config, const phy::CableConfig& cable) {
  phy::PhyConfig phy = config.phy;
  phy.mode = phy::PhyMode::kBitTrue;
  refuse_line_faults(rate, phy, cable);
}

std::string scientific(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6e", value);
  return text;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void begin_table(Reporter& reporter) {
  reporter.begin_table("ber", {{"snr_db", "SNR[dB]"},
                               {"pre_fec_ber", "pre-FEC BER"},
                               {"pre_fec_ber_closed_form", "closed form"},
                               {"codeword_failure_rate", "codeword failures"},
                               {"codeword_failure_closed_form", "closed form"},
                               {"codewords", "codewords"},
                               {"corrected_symbols", "corrected"},
                               {"packet_loss", "packet loss"},
                               {"goodput_gbps", "goodput[Gb/sec]"},
                               {"loss_db", "loss[dB]"}});
}

void add_row(const BerPoint& point, Reporter& reporter) {
  reporter.add_row(
      {Fixed{point.snr_db, 2}, scientific(ratio(point.line.wrong_bits, point.line.line_bits)),
       scientific(point.expected_ber),
       scientific(ratio(point.line.failed_codewords, point.line_codewords)),
       scientific(point.expected_failure), point.line_codewords, point.line.corrected_symbols,
       scientific(ratio(point.lost_packets, point.packets)), Fixed{point.goodput_gbps, 3},
       Fixed{point.loss_db, 2}});
}

/// A row a point, a column a number of corrected symbols.
void report_histograms(const std::vector<BerPoint>& points, Reporter& reporter) {
  std::vector<Column> columns{{"snr_db", "SNR[dB]"}};
  for (std::size_t i = 0; i <= kFailedEntry; ++i) {
    const std::string symbols = i == kFailedEntry ? "failed" : std::to_string(i);
    columns.push_back({"corrected_" + symbols, symbols});
  }
  reporter.begin_table("codeword_histogram", std::move(columns));
  for (const BerPoint& point : points) {
    std::vector<Cell> row{Fixed{point.snr_db, 2}};
    row.insert(row.end(), point.line.histogram.begin(), point.line.histogram.end());
    reporter.add_row(std::move(row));
  }
}

/// A row a bin, from the first to the last that is not empty; at the first point.
void report_eye(LinkRate rate, const RunConfig& config, const phy::CableConfig& cable,
                Reporter& reporter) {
  const EyeHistogram eye = measure_eye(rate, config.phy, cable, config.sim.seed, kEyeSymbols);
  std::vector<Column> columns{{"snr_db", "SNR[dB]"}, {"amplitude", "amplitude"}};
  for (unsigned level = 0; level < eye.levels; ++level) {
    columns.push_back({"level_" + std::to_string(level), "level " + std::to_string(level)});
  }
  reporter.begin_table("eye_histogram", std::move(columns));
  const auto filled = [](const auto& bin) { return bin != std::array<std::uint64_t, 4>{}; };
  const auto first = std::find_if(eye.bins.begin(), eye.bins.end(), filled);
  const auto last = std::find_if(eye.bins.rbegin(), eye.bins.rend(), filled).base();
  for (auto bin = first; bin < last; ++bin) {
    const auto place = static_cast<std::size_t>(bin - eye.bins.begin());
    std::vector<Cell> row{Fixed{cable.snr_db, 2}, Fixed{EyeHistogram::amplitude(place), 1}};
    row.insert(row.end(), bin->begin(), bin->begin() + eye.levels);
    reporter.add_row(std::move(row));
  }
}

/// Every table as NAME.csv.
void write_tables(const RunContext& context) {
  if (context.files.folder.empty()) return;
  for (const Table& table : context.reporter.tables()) {
    write_text(context.outputs.add(context.files.folder / (table.name + ".csv")), to_csv(table));
  }
}

}  // namespace

Result run_ber(RunContext& context) {
  const RunConfig& config = context.config;
  const LinkRate rate = line_rate_of(config.testbench);
  const std::vector<phy::CableConfig> cables = cables_of(config);
  for (const phy::CableConfig& cable : cables) refuse_faults(rate, config, cable);

  Result result;
  std::vector<BerPoint> points;
  const BerLoad load{config.testbench.iterations, config.testbench.mtu_bytes, config.sim.seed};
  begin_table(context.reporter);
  for (const phy::CableConfig& cable : cables) {
    points.push_back(measure_ber(rate, config.phy, cable, cable.snr_db, load));
    add_row(points.back(), context.reporter);
    const double done = static_cast<double>(points.size()) / static_cast<double>(cables.size());
    if (!context.progress.update(0, points.size() * load.packets, done)) {
      result.complete = points.size() == cables.size();
      break;
    }
  }
  report_histograms(points, context.reporter);
  report_eye(rate, config, cables.front(), context.reporter);
  write_tables(context);
  return result;
}

}  // namespace ib::tb
