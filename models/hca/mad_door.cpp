// SPDX-License-Identifier: Apache-2.0
#include "models/hca/mad_door.h"

#include <algorithm>

namespace ib::hca {

MadDoor::MadDoor(const sc_core::sc_module_name& name, Ticks latency)
    : sc_module(name), latency_(latency) {}

Ticks MadDoor::post(const MadPacket& mad) {
  const Ticks arrival = from_sc_time(sc_core::sc_time_stamp()) + latency_;
  posted_.push({mad, arrival});
  announce_(arrival);
  return arrival;
}

// Kernel time at or after the arrival at the host.
sc_core::sc_time MadDoor::seen_at(const TimedMad& mad) const {
  return to_sc_time(mad.at + latency_ + kTicksPerPs - 1);
}

std::optional<TimedMad> MadDoor::receive(const sc_core::sc_time& timeout) {
  const sc_core::sc_time end = sc_core::sc_time_stamp() + timeout;
  for (;;) {
    const sc_core::sc_time& now = sc_core::sc_time_stamp();
    if (!visible_.empty() && seen_at(visible_.front()) <= now) {
      const TimedMad mad = visible_.front();
      visible_.pop_front();
      return mad;
    }
    if (now >= end) return std::nullopt;
    sc_core::sc_time next = end;
    if (!visible_.empty()) next = std::min(next, seen_at(visible_.front()));
    sc_core::wait(next - now, delivery_);
  }
}

void MadDoor::plan() {
  while (!delivered_.empty()) {
    visible_.push_back(delivered_.front());
    delivered_.pop();
    delivery_.notify(seen_at(visible_.back()) - sc_core::sc_time_stamp());
  }
}

}  // namespace ib::hca
