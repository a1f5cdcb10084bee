// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm/time.h"

namespace ib::hca {

/// When the next packet of a flow may begin. A packet that begins less than `slack`, a clock
/// period, late moves nothing: the average is exact although packets begin on clock edges.
class Pacer {
 public:
  [[nodiscard]] Ticks next() const { return next_; }
  [[nodiscard]] bool holds(Ticks now) const { return now < next_; }
  /// A packet begins at `now`; the next may `gap` later.
  void began(Ticks now, Ticks slack, Ticks gap) {
    const bool on_time = now >= next_ && now - next_ < slack;
    next_ = (on_time ? next_ : now) + gap;
  }

 private:
  Ticks next_ = 0;
};

}  // namespace ib::hca
