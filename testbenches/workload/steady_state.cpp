// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/steady_state.h"

#include <limits>
#include <numeric>

namespace ib::tb {
namespace {

constexpr std::size_t kGroup = 5;

std::vector<double> means_of(const std::vector<double>& series, std::size_t first,
                             std::size_t length) {
  std::vector<double> means;
  for (std::size_t at = first; at + length <= series.size(); at += length) {
    const auto begin = series.begin() + static_cast<std::ptrdiff_t>(at);
    const double sum = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(length), 0.0);
    means.push_back(sum / static_cast<double>(length));
  }
  return means;
}

}  // namespace

std::optional<std::size_t> mser5(const std::vector<double>& series) {
  const std::vector<double> groups = means_of(series, 0, kGroup);
  if (groups.size() < 2) return std::nullopt;
  // From the back, so that sums of what is left grow by one value a step.
  double sum = 0;
  double squares = 0;
  double least = std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  constexpr std::size_t kFewest = 5;  // a mean of fewer has a small error by chance alone
  for (std::size_t left = 1; left <= groups.size(); ++left) {
    const double value = groups[groups.size() - left];
    sum += value;
    squares += value * value;
    if (left < kFewest && groups.size() > kFewest) continue;
    const auto n = static_cast<double>(left);
    const double error = (squares - sum * sum / n) / (n * n);
    if (error <= least) {
      least = error;
      best = groups.size() - left;
    }
  }
  if (2 * best > groups.size()) return std::nullopt;
  return best * kGroup;
}

Estimate batch_means(const std::vector<double>& series, std::size_t batches) {
  const std::size_t length = series.size() / batches;
  if (length == 0) {
    const double sum = std::accumulate(series.begin(), series.end(), 0.0);
    const double mean = series.empty() ? 0 : sum / static_cast<double>(series.size());
    return {mean, std::numeric_limits<double>::infinity()};
  }
  return estimate_of(means_of(series, series.size() - length * batches, length));
}

}  // namespace ib::tb
