// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/ib/switching/switch_machine.h"
#include "models/switch/machine_unit.h"
#include "tlm/time.h"

namespace ib::sw {

/// What arrives on one line, in the words and at the cycles at which a clocked switch takes it: a
/// word in the first cycle whose edge is not before its last bit.
class LineFeed {
 public:
  LineFeed(const Clock& clock, Ticks byte_ticks, MachineUnit unit)
      : clock_(clock), byte_ticks_(byte_ticks), unit_(unit) {}

  /// A packet whose first bit is in at `first_bit`: its bytes LRH through VCRC. In order of time.
  void add_packet(Ticks first_bit, std::vector<std::uint8_t> bytes);
  void add_flow_control(Ticks first_bit, const SwitchFlowControl& packet);

  /// Gives the machine what is in at the edge of `now` and was not before.
  void feed(SwitchMachine& machine, unsigned port, Cycle now);
  /// Words handed over so far.
  [[nodiscard]] std::uint64_t words() const { return words_; }

 private:
  struct Item {
    Ticks first_bit = 0;
    SwitchFlowControl flow_control;
    std::vector<std::uint8_t> bytes;  ///< Of a packet.
    std::size_t done = 0;             ///< Of them, handed over.
  };

  void hand_word(SwitchMachine& machine, unsigned port, Item& item, Cycle now);

  Clock clock_;
  Ticks byte_ticks_;
  MachineUnit unit_;
  std::deque<Item> items_;
  std::uint64_t words_ = 0;
};

}  // namespace ib::sw
