// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "models/ib/base/ring.h"
#include "models/ib/management/management_node.h"
#include "models/ib/packet/packet.h"
#include "models/link/port.h"
#include "tlm/time.h"

namespace ib::link {

/// What a management unit dropped before its agents saw it.
struct ManagementUnitCounters {
  std::uint64_t queue_full = 0;
  std::uint64_t malformed = 0;  ///< For QP0 or QP1, but no MAD.
};

/// The management processor of a chip: takes packets for queue pairs 0 and 1, works on one MAD at a
/// time, and lets what comes of it go when its time has passed. The chip runs it in the cycles it
/// asks for, and tells it how MADs leave.
class ManagementUnit {
 public:
  struct Hooks {
    /// Asks for `run` in a later cycle.
    std::function<void(Cycle)> wake;
    /// Takes a MAD out, by port, LID or to the client; false: no room now, try again.
    std::function<bool(const OutgoingMad&, Cycle)> send;
  };

  ManagementUnit(ManagedNode& chip, const NodeIdentity& identity, const ManagementConfig& config,
                 const Clock& clock, Hooks hooks);

  /// A packet for management that came in on `in_port` and is whole from cycle `tail` on. False if
  /// the queue has no room for it.
  bool take(const Packet& packet, std::uint8_t in_port, Cycle tail);
  /// A MAD of the client, at the unit in cycle `when`.
  bool take_from_client(const MadPacket& mad, Cycle when);
  void run(Cycle now);
  /// Something the agents raised outside of `run` may be due.
  void plan(Cycle now);

  [[nodiscard]] ManagementNode& node() { return node_; }
  [[nodiscard]] const ManagementNode& node() const { return node_; }
  [[nodiscard]] const ManagementUnitCounters& counters() const { return counters_; }

 private:
  struct Arrival {
    MadPacket mad;
    std::uint8_t in_port = 0;
    bool from_client = false;
    Cycle when = 0;
  };
  struct Leaving {
    OutgoingMad mad;
    Cycle when = 0;
  };

  bool accept(Arrival arrival);
  void work(Cycle now);
  void leave(OutgoingMad mad, Cycle now);
  [[nodiscard]] std::uint64_t ns(Cycle cycle) const;

  ManagementNode node_;
  Clock clock_;
  Hooks hooks_;
  Cycle response_cycles_;
  Cycle forward_cycles_;
  std::size_t most_;
  Ring<Arrival> arrivals_;
  Ring<Leaving> leaving_;
  Cycle busy_until_ = 0;
  Cycle retry_ = 0;    ///< No attempt to send before.
  Cycle planned_ = 0;  ///< When a deadline of the agents wakes the unit.
  ManagementUnitCounters counters_;
};

/// A port dropped a packet that the management queue had no room for.
void count_queue_drop(Port& port, const Packet& packet, Cycle now);

}  // namespace ib::link
