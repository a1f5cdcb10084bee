// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib {

/// When the next packet of a flow may begin; moments are counted in any unit that the owner likes.
/// A packet that begins less than `slack`, a clock period, late moves nothing: the average is exact
/// although packets begin on clock edges.
class Pacer {
 public:
  [[nodiscard]] std::int64_t next() const { return next_; }
  [[nodiscard]] bool holds(std::int64_t now) const { return now < next_; }
  /// A packet begins at `now`; the next may `gap` later.
  void began(std::int64_t now, std::int64_t slack, std::int64_t gap) {
    const bool on_time = now >= next_ && now - next_ < slack;
    next_ = (on_time ? next_ : now) + gap;
  }

 private:
  std::int64_t next_ = 0;
};

}  // namespace ib
