// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/packet/packet.h"
#include "tlm/time.h"

namespace ib {

/// What happened to a packet, or a flow control packet, at a port.
enum class EventKind : std::uint8_t {
  kSend,     ///< First bit on the wire.
  kReceive,  ///< First word taken by the receiver.
  kDrop,     ///< Discarded here; `reason` says why.
  kSendFlowControl,
  kReceiveFlowControl,
};

enum class DropReason : std::uint8_t {
  kNone,
  kVcrc,
  kBadEnd,
  kMalformed,
  kNoRoute,
  kLooping,
  kVlMapping,
  kHoqLifetime,
  kSwitchLifetime,
  kMtu,
  kVl15Overflow,
  kPortState,
  kBufferOverrun,
  kIcrc,
  kPartition,
};

/// One event at one port, in simulated time. Carries the packet by value; an observer may keep it.
struct PortEvent {
  Ticks time = 0;
  std::uint32_t chip = 0;  ///< Index of the chip in the conductor.
  std::uint16_t port = 0;  ///< Port number, counted from 1 as the specification does.
  EventKind kind = EventKind::kSend;
  DropReason reason = DropReason::kNone;
  bool bad_end = false;
  std::uint64_t order = 0;  ///< Rises within one chip: the tie-breaker at equal time.
  Packet packet;            ///< Packet kinds only.
  std::uint8_t flow_control[6] = {};
};

/// Sees events in the order of (time, chip, order), whatever quantum or threads; changes nothing.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  virtual void on_event(const PortEvent& event) = 0;
};

}  // namespace ib
