// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/arrival_process.h"

#include <algorithm>

namespace ib::tb {

ArrivalProcess::ArrivalProcess(const WorkloadConfig& config, double load, double line_time)
    : kind_(config.arrivals),
      load_(load),
      line_time_(line_time),
      on_(static_cast<double>(ticks_from_ns(config.on_us * 1000))) {}

Ticks ArrivalProcess::next(RandomStream& random) {
  if (load_ <= 0) return kNever;
  switch (kind_) {
    case Arrivals::kBernoulli:
      last_ += line_time_ * static_cast<double>(1 + random.geometric(std::min(load_, 1.0)));
      break;
    case Arrivals::kOnOff:
      return next_in_bursts(random);
    default:
      last_ += random.exponential(line_time_ / load_);
      break;
  }
  return static_cast<Ticks>(last_);
}

// A burst is a Poisson process at the rate of the line; bursts and gaps have exponential lengths.
// Without memory, what is left of a birth that a burst's end cuts off starts anew in the next one.
Ticks ArrivalProcess::next_in_bursts(RandomStream& random) {
  const double off = on_ * (1 - std::min(load_, 1.0)) / std::min(load_, 1.0);
  if (burst_end_ == 0) {
    last_ = random.uniform() < load_ ? 0 : random.exponential(off);
    burst_end_ = last_ + random.exponential(on_);
  }
  last_ += random.exponential(line_time_);
  while (last_ > burst_end_) {
    last_ = burst_end_ + (off > 0 ? random.exponential(off) : 0);
    burst_end_ = last_ + random.exponential(on_);
    last_ += random.exponential(line_time_);
  }
  return static_cast<Ticks>(last_);
}

}  // namespace ib::tb
