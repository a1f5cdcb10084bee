// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/statistics.h"

#include <algorithm>
#include <cmath>

namespace ib::tb {
namespace {

constexpr double kPsPerUs = 1e6;
double gbps(double bytes, double ps) { return ps > 0 ? bytes * 8000 / ps : 0; }

/// A run of messages and its time from first post to last completion.
struct Run {
  double ps = 0;
  double messages = 0;
  [[nodiscard]] double each() const { return ps / messages; }
};

/// The run with the least `ps - target * messages`: it is faster than `target` a message if any is.
Run best_run(const MessageTimes& times, double target) {
  Run best;
  double best_excess = 0;
  double best_start = 0;  // the largest post - target * index so far
  std::size_t start = 0;
  for (std::size_t i = 0; i < times.posted.size(); ++i) {
    const double from = static_cast<double>(times.posted[i]) - target * static_cast<double>(i);
    if (i == 0 || from > best_start) {
      best_start = from;
      start = i;
    }
    if (times.completed[i] == MessageTimes::kUnknown) continue;
    const auto end = static_cast<double>(times.completed[i]);
    const double excess = end - target * static_cast<double>(i + 1) - best_start;
    if (best.messages > 0 && excess >= best_excess) continue;
    best_excess = excess;
    best = {end - static_cast<double>(times.posted[start]), static_cast<double>(i + 1 - start)};
  }
  return best;
}

/// Least time a message over all runs that end with a known completion: each pass finds a faster
/// run than the last until there is none (Dinkelbach's method).
double best_ps_per_message(const MessageTimes& times) {
  double best = best_run(times, 0).each();
  for (double next = best_run(times, best).each(); next < best;
       next = best_run(times, best).each()) {
    best = next;
  }
  return best;
}

double percentile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::min(std::max<std::size_t>(rank, 1), sorted.size()) - 1];
}

double median(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

Bandwidth bandwidth_of(const MessageTimes& times, std::uint64_t size) {
  Bandwidth result;
  std::size_t messages = times.completed.size();
  while (messages > 0 && times.completed[messages - 1] == MessageTimes::kUnknown) --messages;
  if (messages == 0) return result;

  const auto elapsed = static_cast<double>(times.completed[messages - 1] - times.posted.front());
  const auto count = static_cast<double>(messages);
  result.messages = messages;
  result.average_gbps = gbps(count * static_cast<double>(size), elapsed);
  result.rate_mpps = elapsed > 0 ? count * kPsPerUs / elapsed : 0;
  result.peak_gbps = gbps(static_cast<double>(size), best_ps_per_message(times));
  return result;
}

Latency latency_of(std::vector<double> samples_ps) {
  Latency result;
  if (samples_ps.empty()) return result;
  std::sort(samples_ps.begin(), samples_ps.end());
  const auto count = static_cast<double>(samples_ps.size());
  double sum = 0;
  for (const double sample : samples_ps) sum += sample;
  const double average = sum / count;
  double squares = 0;
  for (const double sample : samples_ps) squares += (sample - average) * (sample - average);

  result.samples = samples_ps.size();
  result.min_us = samples_ps.front() / kPsPerUs;
  result.max_us = samples_ps.back() / kPsPerUs;
  result.typical_us = median(samples_ps) / kPsPerUs;
  result.average_us = average / kPsPerUs;
  result.deviation_us = std::sqrt(squares / count) / kPsPerUs;
  result.p99_us = percentile(samples_ps, 0.99) / kPsPerUs;
  result.p999_us = percentile(samples_ps, 0.999) / kPsPerUs;
  return result;
}

}  // namespace ib::tb
