// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/ib/base/random.h"

namespace ib::tb {

/// Lengths of messages: a few values with their weights, or a distribution function given by points
/// with straight lines between them.
class SizeDistribution {
 public:
  /// "4096"; "64,4096" (alike); "64:0.9,65536:0.1" (with weights); web_search, hadoop, storage;
  /// else the file of a distribution function. Throws fabric::ConfigError.
  explicit SizeDistribution(const std::string& text);

  [[nodiscard]] std::uint64_t draw(RandomStream& random) const;
  /// The mean of a function of the length.
  [[nodiscard]] double mean_of(const std::function<double(std::uint64_t)>& f) const;
  [[nodiscard]] double mean() const;
  /// The length that a share `u` of the messages, in [0, 1), does not exceed.
  [[nodiscard]] std::uint64_t quantile(double u) const;

 private:
  struct Point {
    double bytes = 0;
    double share = 0;  ///< Of the messages up to `bytes`.
  };

  void read_list(const std::string& text);
  void read_function(std::string_view text, const std::string& origin);

  bool lines_ = false;  ///< Between the points; else lengths are those of the points alone.
  std::vector<Point> points_;
};

/// Text of a distribution that comes with the program; empty for any other name.
[[nodiscard]] std::string_view size_table(std::string_view name);

/// Longest message of a distribution, bytes.
inline constexpr std::uint64_t kMaxMessageBytes = std::uint64_t{1} << 32;

}  // namespace ib::tb
