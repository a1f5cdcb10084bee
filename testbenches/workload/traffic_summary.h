// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/sweep/student_t.h"
#include "testbenches/workload/message_record.h"

namespace ib::tb {

/// Whether a workload came to rest.
enum class TrafficState : std::uint8_t {
  kSteady,
  kUnsteady,   ///< Delays still change when the run ends: run longer.
  kSaturated,  ///< More is born than comes in, and what waits grows as long as the run lasts.
};

/// A run of a workload in numbers; shares are of the line rate of the hosts that send.
struct TrafficSummary {
  TrafficState state = TrafficState::kSteady;
  Ticks warmup = 0;    ///< Left out of the means, as detected; not less than asked for.
  double offered = 0;  ///< Born after it.
  Estimate accepted;   ///< Came in, with the 95 % interval by batch means.
  Estimate delay_ns;   ///< Mean of the messages that came in, likewise.
};

/// Of all nodes together, `senders` of which send, from `begin` of the measured time to the end.
/// An open loop is saturated when the backlog of the second half of the run grows, at 95 %
/// confidence, by more than 1 % of what is offered.
[[nodiscard]] TrafficSummary summary_of(const MessageRecord& record, std::size_t senders,
                                        Ticks begin, bool open_loop);

[[nodiscard]] const char* text_of(TrafficState state);

}  // namespace ib::tb
