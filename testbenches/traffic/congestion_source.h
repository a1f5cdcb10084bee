// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "models/ib/base/ring.h"
#include "models/ib/base/types.h"
#include "models/ib/congestion/injection_throttle.h"
#include "models/ib/packet/packet.h"
#include "testbenches/traffic/congestion_source_config.h"
#include "tlm/time.h"

namespace ib::tb {

/// An end node's part in congestion control: answers FECN by a CNP, and delays the packets of each
/// service level by what the notifications that came in say.
class CongestionSource {
 public:
  CongestionSource(const CongestionSourceConfig& config, Lid lid);

  /// Looks at a packet that came in whole at `now`; true for a CNP, which goes no further.
  bool take(const Packet& packet, Ticks now);
  /// No packet of `sl` may start before.
  [[nodiscard]] Ticks earliest(Sl sl) const { return earliest_[sl.value()]; }
  /// A packet of `sl` that takes `packet_time` starts at `now`.
  void sent(Sl sl, Ticks packet_time, Ticks now);

  /// CNPs to send; without id.
  [[nodiscard]] bool has_cnp() const { return !cnps_.empty(); }
  [[nodiscard]] const Packet& cnp() const { return cnps_.front(); }
  void cnp_sent() { cnps_.pop(); }

  [[nodiscard]] std::uint64_t becns() const { return becns_; }
  [[nodiscard]] std::uint64_t fecns() const { return fecns_; }
  [[nodiscard]] std::uint32_t ccti(Sl sl, Ticks now) {
    return throttles_[sl.value()].ccti(rule_, now);
  }

 private:
  ThrottleRule rule_;
  std::vector<CctEntry> table_;
  Lid lid_;
  std::array<InjectionThrottle, 16> throttles_{};  ///< By service level.
  std::array<Ticks, 16> earliest_{};
  Ring<Packet> cnps_;
  std::uint64_t becns_ = 0;
  std::uint64_t fecns_ = 0;
};

}  // namespace ib::tb
