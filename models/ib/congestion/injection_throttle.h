// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace ib {

/// One entry of a congestion control table: delay = packet time * multiplier / 2^shift.
struct CctEntry {
  std::uint8_t shift = 0;        ///< 2 bits.
  std::uint16_t multiplier = 0;  ///< 14 bits.

  /// Exact but for the last rounding; any unit of time.
  [[nodiscard]] std::int64_t delay(std::int64_t packet_time) const {
    return packet_time * multiplier >> shift;
  }
};

/// A table whose entry i makes a flow wait i / `per_unit` packet times, so that it is slowed to
/// per_unit / (per_unit + i); `per_unit` is 1, 2, 4 or 8, as the shift can say.
[[nodiscard]] std::vector<CctEntry> linear_cct(std::uint32_t entries, std::uint32_t per_unit);

/// CACongestionSetting of one SL and the limit of its table. Times in any unit of the caller.
struct ThrottleRule {
  std::uint32_t ccti_increase = 1;
  std::uint32_t ccti_limit = 127;  ///< Last entry of the table that is used.
  std::uint32_t ccti_min = 0;
  std::int64_t ccti_timer = 0;          ///< 0: the index never falls.
  std::uint32_t trigger_threshold = 0;  ///< Index from which on a notification is logged; 0 = none.
};

/// The source's side of congestion control for one flow: the index into the table (CCTI) rises with
/// each backward notification and falls with a timer (ib-facts 7). The timer runs while the index
/// is above its minimum; its expiries are reckoned when somebody looks.
class InjectionThrottle {
 public:
  /// A CNP, or an ACK with BECN, came in at `now`; true when that is to be logged.
  bool on_becn(const ThrottleRule& rule, std::int64_t now);
  /// The index at `now`, which never goes back.
  [[nodiscard]] std::uint32_t ccti(const ThrottleRule& rule, std::int64_t now);

 private:
  std::uint32_t ccti_ = 0;
  bool running_ = false;
  std::int64_t expiry_ = 0;  ///< Next, while running.
};

}  // namespace ib
