// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/base/random.h"
#include "testbenches/workload/workload_config.h"
#include "tlm/time.h"

namespace ib::tb {

/// Birth times of an open loop of messages that, on the mean, take `line_time` each and together
/// `load` of the line.
class ArrivalProcess {
 public:
  ArrivalProcess(const WorkloadConfig& config, double load, double line_time);

  /// The next birth; not before the last one. kNever for load 0.
  [[nodiscard]] Ticks next(RandomStream& random);

 private:
  [[nodiscard]] Ticks next_in_bursts(RandomStream& random);

  Arrivals kind_;
  double load_;
  double line_time_;
  double on_;        ///< Mean time of a burst.
  double last_ = 0;  ///< Exact, so that rounding does not add up.
  double burst_end_ = 0;
};

}  // namespace ib::tb
