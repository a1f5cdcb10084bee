// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <systemc>

#include "models/ib/base/ring.h"
#include "models/ib/management/mad_packet.h"
#include "tlm/time.h"

namespace ib::hca {

/// A MAD with a time at the chip: when a posted one reaches it, or when a received one left it.
struct TimedMad {
  MadPacket mad;
  Ticks at = 0;
};

/// The host's door to queue pairs 0 and 1 of an HCA. MADs cross PCI Express in either direction
/// with its latency; the descriptors and the DMA behind it are not modelled.
class MadDoor : public sc_core::sc_module {
 public:
  MadDoor(const sc_core::sc_module_name& name, Ticks latency);

  // The host's side, for processes of the kernel.

  /// Sends a MAD; answers when it reaches the chip.
  Ticks post(const MadPacket& mad);
  /// The next MAD for the host; waits for it, from a thread, up to `timeout`.
  [[nodiscard]] std::optional<TimedMad> receive(const sc_core::sc_time& timeout);

  // The chip's side.

  /// MADs on their way, in the order of their arrival.
  [[nodiscard]] Ring<TimedMad>& posted() { return posted_; }
  /// A MAD leaves the chip for the host at `now`.
  void deliver(const MadPacket& mad, Ticks now) { delivered_.push({mad, now}); }
  /// After a window: lets the host see what was delivered.
  void plan();
  /// Called with the arrival time of each MAD posted.
  void on_post(std::function<void(Ticks)> announce) { announce_ = std::move(announce); }

 private:
  [[nodiscard]] sc_core::sc_time seen_at(const TimedMad& mad) const;

  Ticks latency_;
  Ring<TimedMad> posted_;
  Ring<TimedMad> delivered_;
  std::deque<TimedMad> visible_;
  sc_core::sc_event delivery_;
  std::function<void(Ticks)> announce_;
};

}  // namespace ib::hca
