// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/random.h"
#include "models/ib/link/generation.h"
#include "tlm/time.h"

namespace ib::phy {

/// Codewords of one line direction and which of them fail. Codewords fill the line from time zero
/// without a gap, in groups that share their time on it; a group's bounds are exact fractions.
class CodewordLine {
 public:
  CodewordLine() = default;
  /// `codeword_ps`: line time of one codeword; `group`: codewords on the line together.
  CodewordLine(Rational codeword_ps, std::uint64_t group);

  /// First codeword of the group on the line at `t`: all before have passed by then.
  [[nodiscard]] std::uint64_t passed(Ticks t) const;
  /// One past the last codeword of the groups that begin before `t`.
  [[nodiscard]] std::uint64_t begun(Ticks t) const;
  /// Line time of a whole group, rounded up to a tick.
  [[nodiscard]] Ticks group_time() const;

 private:
  std::int64_t num_ = 1;  ///< Group time is num_ / den_ ticks.
  std::int64_t den_ = 1;
  std::uint64_t group_ = 1;
};

/// Draws the failed codewords in order, skipping the good ones in one step each time
/// (geometric law), so a clean line costs nothing.
class FailureProcess {
 public:
  FailureProcess() = default;
  FailureProcess(double probability, RandomStream random);

  /// True when a codeword of [first, last) fails. `first` does not decrease from call to call.
  [[nodiscard]] bool hits(std::uint64_t first, std::uint64_t last) {
    while (next_ < first) advance();
    return next_ < last;
  }
  /// Failures among the codewords before `end`; does not move the process.
  [[nodiscard]] std::uint64_t failures_before(std::uint64_t end) const;

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  void advance();

  double probability_ = 0;
  RandomStream random_;
  std::uint64_t next_ = kNone;  ///< The next codeword to fail.
  std::uint64_t past_ = 0;      ///< Failures before it.
};

}  // namespace ib::phy
