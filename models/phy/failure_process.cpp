// SPDX-License-Identifier: Apache-2.0
#include "models/phy/failure_process.h"

namespace ib::phy {
namespace {

// A product of ticks and a denominator may pass 2^63 within hours of simulated time.
__extension__ using Wide = __int128;

}  // namespace

CodewordLine::CodewordLine(Rational codeword_ps, std::uint64_t group) : group_(group) {
  const Rational ticks =
      reduced(codeword_ps.num * kTicksPerPs * static_cast<std::int64_t>(group), codeword_ps.den);
  num_ = ticks.num;
  den_ = ticks.den;
}

std::uint64_t CodewordLine::passed(Ticks t) const {
  return static_cast<std::uint64_t>(Wide{t} * den_ / num_) * group_;
}

std::uint64_t CodewordLine::begun(Ticks t) const {
  return static_cast<std::uint64_t>((Wide{t} * den_ + num_ - 1) / num_) * group_;
}

Ticks CodewordLine::group_time() const { return (num_ + den_ - 1) / den_; }

FailureProcess::FailureProcess(double probability, RandomStream random)
    : probability_(probability), random_(random) {
  if (probability_ > 0) next_ = random_.geometric(probability_);
}

void FailureProcess::advance() {
  ++past_;
  const std::uint64_t step = random_.geometric(probability_) + 1;
  next_ = step < kNone - next_ ? next_ + step : kNone;
}

std::uint64_t FailureProcess::failures_before(std::uint64_t end) const {
  FailureProcess ahead = *this;
  while (ahead.next_ < end) ahead.advance();
  return ahead.past_;
}

}  // namespace ib::phy
