// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib {

/// VLStallCount of one VL of an output: that many packets in a row that reached their head-of-queue
/// lifetime stall the VL, and for 8 * HOQLife all its packets are discarded (ib-facts 4.3). Time is
/// in any unit of the caller.
class VlStall {
 public:
  VlStall() = default;
  /// `count` = 0 never stalls.
  VlStall(unsigned count, std::int64_t hoq_life) : count_(count), stall_time_(8 * hoq_life) {}

  void sent() { drops_in_a_row_ = 0; }
  /// A head was dropped at `now` for its lifetime; true when that stalls the VL.
  bool dropped(std::int64_t now) {
    if (count_ == 0 || ++drops_in_a_row_ < count_) return false;
    drops_in_a_row_ = 0;
    until_ = now + stall_time_;
    return true;
  }
  [[nodiscard]] bool stalled(std::int64_t now) const { return now < until_; }
  /// First moment after the present or last stall.
  [[nodiscard]] std::int64_t until() const { return until_; }

 private:
  unsigned count_ = 0;
  unsigned drops_in_a_row_ = 0;
  std::int64_t stall_time_ = 0;
  std::int64_t until_ = 0;
};

}  // namespace ib
