// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/ib/management/pma_counters.h"

namespace ib {

/// PortSamplesControl and PortSamplesResult: what up to 15 counters of one port gained during one
/// interval. Times are nanoseconds; a tick is kTickNs of them. IBTA Vol 1, 16.1.3.2 and 16.1.3.3.
class PortSamples {
 public:
  static constexpr std::uint64_t kTickNs = 4;

  enum class Status : std::uint8_t { kDone = 0, kWaiting = 1, kRunning = 2 };

  /// Set(PortSamplesControl) at `now`; false, and nothing changed, while a sample runs.
  [[nodiscard]] bool start(const PmaData& control, std::uint64_t now);
  /// To be called with the counters of `port()` when a deadline has come.
  void advance(const PmaCounters& counters, std::uint64_t now);
  [[nodiscard]] std::optional<std::uint64_t> deadline() const;
  [[nodiscard]] std::uint8_t port() const { return port_; }
  [[nodiscard]] Status status() const { return status_; }

  [[nodiscard]] PmaData encode_control() const;
  [[nodiscard]] PmaData encode_result() const;

 private:
  static constexpr unsigned kCounters = 15;

  std::uint8_t port_ = 0;
  std::uint32_t start_ticks_ = 0;
  std::uint32_t interval_ticks_ = 0;
  std::uint16_t tag_ = 0;
  std::array<std::uint16_t, kCounters> select_{};
  std::array<std::uint32_t, kCounters> result_{};
  Status status_ = Status::kDone;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  PmaCounters at_begin_;
};

}  // namespace ib
