// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace ib::link {

/// When errors of a port become an incident: the thresholds of PortInfo and the counts behind them
/// (IBTA Vol 1, 7.12.2 and 14.2.5.6).
class ErrorThresholds {
 public:
  static constexpr std::uint8_t kLargest = 15;

  void set(std::uint8_t local_phy_errors, std::uint8_t overrun_errors) {
    phy_limit_ = local_phy_errors;
    overrun_limit_ = std::max<std::uint8_t>(overrun_errors, 1);
  }
  /// A packet with a physical error; true when they have passed the threshold. Each good packet
  /// makes up for a bad one.
  [[nodiscard]] bool bad_packet() {
    if (++phy_errors_ <= phy_limit_) return false;
    phy_errors_ = 0;
    return true;
  }
  void good_packet() {
    if (phy_errors_ != 0) --phy_errors_;
  }
  /// A packet overran the buffer in this flow control update period; true when as many periods in a
  /// row as the threshold says have had one.
  [[nodiscard]] bool overrun(std::uint64_t period) {
    if (overruns_ != 0 && period == overrun_period_) return false;
    const bool follows = overruns_ != 0 && period == overrun_period_ + 1;
    overruns_ = static_cast<std::uint8_t>(follows ? overruns_ + 1 : 1);
    overrun_period_ = period;
    if (overruns_ < overrun_limit_) return false;
    overruns_ = 0;
    return true;
  }

 private:
  std::uint8_t phy_limit_ = kLargest;
  std::uint8_t overrun_limit_ = kLargest;
  std::uint8_t phy_errors_ = 0;
  std::uint8_t overruns_ = 0;  ///< Periods in a row.
  std::uint64_t overrun_period_ = 0;
};

}  // namespace ib::link
