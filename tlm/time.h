// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <systemc>

#include "models/ib/link/generation.h"

namespace ib {

/// Simulated time in sixtieths of a picosecond. Every byte time of every generation and width is a
/// whole number of ticks (FDR 4x: 440/3 ps = 8800 ticks), so serialisation never rounds and never
/// drifts. 2^63 ticks are 42 hours.
using Ticks = std::int64_t;
inline constexpr Ticks kTicksPerPs = 60;
inline constexpr Ticks kTicksPerNs = 1000 * kTicksPerPs;
inline constexpr Ticks kNever = std::numeric_limits<Ticks>::max();

/// A count of a chip's core clock cycles since time zero.
using Cycle = std::int64_t;
inline constexpr Cycle kNoCycle = std::numeric_limits<Cycle>::max();

[[nodiscard]] constexpr Ticks ticks_from_ps(std::int64_t ps) { return ps * kTicksPerPs; }
[[nodiscard]] constexpr std::int64_t floor_ps(Ticks t) { return t / kTicksPerPs; }
/// Nanoseconds given by a user, to the nearest tick.
[[nodiscard]] Ticks ticks_from_ns(double ns);
[[nodiscard]] constexpr double ns_from_ticks(Ticks t) {
  return static_cast<double>(t) / static_cast<double>(kTicksPerNs);
}
/// Wire time of one byte; asserts that it is whole.
[[nodiscard]] Ticks byte_ticks(LinkRate rate);

/// Kernel time at or before `t`: sc_time carries whole picoseconds.
[[nodiscard]] sc_core::sc_time to_sc_time(Ticks t);
[[nodiscard]] Ticks from_sc_time(const sc_core::sc_time& t);

/// A core clock: edges at multiples of its period, the first at time zero. Times are not negative.
/// Division by the period is a multiplication: for t < 2^63 and 2^(s-1) < period <= 2^s, the
/// quotient is t * ceil(2^(63+s) / period) >> (63+s), exactly; s >= 1.
class Clock {
 public:
  Clock() : Clock(kTicksPerNs) {}
  explicit Clock(Ticks period);
  [[nodiscard]] static Clock from_mhz(double mhz);  ///< Period to the nearest tick.
  [[nodiscard]] Ticks period() const { return period_; }
  [[nodiscard]] Ticks edge(Cycle cycle) const { return cycle * period_; }
  /// Last cycle whose edge is at or before `t`.
  [[nodiscard]] Cycle at_or_before(Ticks t) const {
    const Wide product = Wide{static_cast<std::uint64_t>(t)} * reciprocal_;
    return static_cast<Cycle>(static_cast<std::uint64_t>(product >> 64) >> high_shift_);
  }
  /// First cycle whose edge is at or after `t`.
  [[nodiscard]] Cycle at_or_after(Ticks t) const { return at_or_before(t + period_ - 1); }
  /// Whole cycles that cover a duration.
  [[nodiscard]] Cycle cycles_covering(Ticks duration) const { return at_or_after(duration); }

 private:
  __extension__ using Wide = unsigned __int128;

  Ticks period_;
  std::uint64_t reciprocal_;
  unsigned high_shift_;  ///< s - 1: what is left to shift of the high half.
};

}  // namespace ib
