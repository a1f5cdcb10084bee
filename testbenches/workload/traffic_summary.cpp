// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/traffic_summary.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "testbenches/workload/steady_state.h"

namespace ib::tb {
namespace {

constexpr std::size_t kBatches = 20;
constexpr double kGrowthOfSaturation = 0.01;  ///< Share of the offered load.

/// Mean delays of the slices from `first` on in which messages came in, and which slices these are.
struct DelaySeries {
  std::vector<double> ns;
  std::vector<std::size_t> slice;
};

DelaySeries delays_of(const MessageRecord& record, std::size_t first) {
  DelaySeries series;
  for (std::size_t i = first; i < record.slices().size(); ++i) {
    const MessageRecord::Slice& slice = record.slices()[i];
    if (slice.received == 0) continue;
    series.ns.push_back(ns_from_ticks(slice.delay_sum) / static_cast<double>(slice.received));
    series.slice.push_back(i);
  }
  return series;
}

bool backlog_grows(const MessageRecord& record) {
  std::vector<double> growth;
  double born = 0;
  for (std::size_t i = record.slices().size() / 2; i < record.slices().size(); ++i) {
    const MessageRecord::Slice& slice = record.slices()[i];
    growth.push_back(static_cast<double>(slice.born_line - slice.received_line));
    born += static_cast<double>(slice.born_line);
  }
  if (born <= 0) return false;
  const Estimate mean = batch_means(growth, kBatches);
  return mean.mean - mean.half_width >
         kGrowthOfSaturation * born / static_cast<double>(growth.size());
}

/// Mean delay of the messages from slice `first` on, and its interval by means of batches of
/// slices.
Estimate mean_delay(const MessageRecord& record, std::size_t first) {
  Estimate estimate = batch_means(delays_of(record, first).ns, kBatches);
  Ticks sum = 0;
  std::uint64_t count = 0;
  for (std::size_t i = first; i < record.slices().size(); ++i) {
    sum += record.slices()[i].delay_sum;
    count += record.slices()[i].received;
  }
  estimate.mean = count > 0 ? ns_from_ticks(sum) / static_cast<double>(count) : 0;
  return estimate;
}

}  // namespace

TrafficSummary summary_of(const MessageRecord& record, std::size_t senders, Ticks begin,
                          bool open_loop) {
  const auto& slices = record.slices();
  const auto asked =
      static_cast<std::size_t>((begin + record.slice_time() - 1) / record.slice_time());
  std::size_t first = std::min(asked, slices.size() - 1);
  TrafficSummary summary;
  const DelaySeries series = delays_of(record, first);
  const std::optional<std::size_t> warmup = mser5(series.ns);
  if (warmup) {
    first = series.slice[*warmup];
  } else {
    summary.state = TrafficState::kUnsteady;
  }
  if (open_loop && backlog_grows(record)) summary.state = TrafficState::kSaturated;
  summary.warmup = static_cast<Ticks>(first) * record.slice_time();

  const double line = static_cast<double>(record.slice_time()) * static_cast<double>(senders);
  std::vector<double> accepted;
  double born = 0;
  for (std::size_t i = first; i < slices.size(); ++i) {
    accepted.push_back(static_cast<double>(slices[i].received_line) / line);
    born += static_cast<double>(slices[i].born_line) / line;
  }
  summary.offered = born / static_cast<double>(accepted.size());
  summary.accepted = batch_means(accepted, kBatches);
  summary.delay_ns = mean_delay(record, first);
  return summary;
}

const char* text_of(TrafficState state) {
  switch (state) {
    case TrafficState::kSteady:
      return "steady";
    case TrafficState::kUnsteady:
      return "unsteady";
    case TrafficState::kSaturated:
      return "saturated";
  }
  return "";
}

}  // namespace ib::tb
