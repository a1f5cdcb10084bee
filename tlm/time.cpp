// SPDX-License-Identifier: Apache-2.0
#include "tlm/time.h"

#include <cassert>
#include <cmath>

namespace ib {

Ticks ticks_from_ns(double ns) { return std::llround(ns * static_cast<double>(kTicksPerNs)); }

Ticks byte_ticks(LinkRate rate) {
  const Rational ps = byte_time_ps(rate.generation, rate.width);
  assert(ps.num * kTicksPerPs % ps.den == 0);
  return ps.num * kTicksPerPs / ps.den;
}

sc_core::sc_time to_sc_time(Ticks t) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(floor_ps(t)));
}

Ticks from_sc_time(const sc_core::sc_time& t) {
  return ticks_from_ps(static_cast<std::int64_t>(t.value()));
}

Clock::Clock(Ticks period) : period_(period) {
  assert(period > 1);
  unsigned log2 = 1;
  while ((Ticks{1} << log2) < period) ++log2;
  high_shift_ = log2 - 1;
  const Wide wide_period{static_cast<std::uint64_t>(period)};
  const Wide numerator = Wide{1} << (63 + log2);
  reciprocal_ = static_cast<std::uint64_t>((numerator + wide_period - 1) / wide_period);
}

Clock Clock::from_mhz(double mhz) {
  return Clock{std::llround(static_cast<double>(kTicksPerNs) * 1000.0 / mhz)};
}

}  // namespace ib
