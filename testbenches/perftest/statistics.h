// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace ib::tb {

/// Times of the messages of one sender, in picoseconds, in the order of posting.
struct MessageTimes {
  std::vector<std::int64_t> posted;
  std::vector<std::int64_t> completed;  ///< kUnknown where no completion was asked for.

  static constexpr std::int64_t kUnknown = -1;
};

struct Bandwidth {
  std::uint64_t messages = 0;
  double peak_gbps = 0;     ///< Best over any run of consecutive messages.
  double average_gbps = 0;  ///< First post to last completion.
  double rate_mpps = 0;
};

/// Figures of perftest's bandwidth tests for messages of `size` bytes.
[[nodiscard]] Bandwidth bandwidth_of(const MessageTimes& times, std::uint64_t size);

struct Latency {
  std::uint64_t samples = 0;
  double min_us = 0;
  double max_us = 0;
  double typical_us = 0;  ///< Median.
  double average_us = 0;
  double deviation_us = 0;
  double p99_us = 0;
  double p999_us = 0;
};

/// Figures of perftest's latency tests, over all samples (picoseconds), none left out.
[[nodiscard]] Latency latency_of(std::vector<double> samples_ps);

}  // namespace ib::tb
