// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "models/ib/switching/lft.h"
#include "models/ib/switching/switch_machine.h"
#include "models/link/port.h"
#include "models/switch/line_feed.h"

namespace ib::sw {

/// Lets a clocked machine do what a switch does between its ports: hands it the words that arrive,
/// and the ports what it sends. All decisions are the machine's. Packets stay in the chip's store
/// meanwhile, since an identity, a tag and a synthetic payload are not on the wire: what leaves is
/// looked up by its first word, and compared with the machine's bytes to the last.
class ClockedCore {
 public:
  /// `ports`: those of `chip`, in order.
  ClockedCore(Chip& chip, link::PacketStore& store, const std::vector<link::Port*>& ports,
              MachineUnit unit, std::unique_ptr<SwitchMachine> machine);

  /// At the start of simulation: sets tables and lines, and wakes the clock.
  void start(const SwitchSetup& setup, const Lft& lft);
  /// At the start of Chip::advance: takes what was put into a port's inbox.
  void take_inbox(unsigned port);
  /// Phase kDecide: one clock.
  void clock(Cycle now);

  /// Packets sent or discarded so far.
  [[nodiscard]] std::uint64_t moved() const { return moved_; }

 private:
  using Bytes = std::vector<std::uint8_t>;  ///< LRH through VCRC.

  struct Held {
    link::Slot slot = link::kNoSlot;
    Bytes bytes;
    std::uint16_t number = 0;  ///< Of its first word on the line it came by.
  };
  struct Arriving {
    LinkArrival arrival;
    Bytes bytes;
    std::uint16_t number = 0;
  };
  struct Leaving {
    Bytes bytes;
    bool bad = false;  ///< It has to end with EBP.
  };
  /// A port, and what is on its way between it and the machine.
  struct Line {
    Line(link::Port& of, LineFeed words) : port(of), feed(std::move(words)) {}
    link::Port& port;
    LineFeed feed;
    std::uint16_t next_number = 0;  ///< Of the next word that comes to the inbox.
    std::deque<Arriving> arriving;  ///< Not yet due for the port.
    std::deque<Held> held;          ///< Came in here and wait for their output.
    std::deque<link::Slot> discarded;
    std::optional<SwitchVerdict> verdict;  ///< Of the packet that is due now.
    std::optional<SwitchMachine::Freed> freed;
    bool dropped = false;
    std::deque<Leaving> leaving;  ///< What has begun to leave and is not out.
    std::size_t left = 0;         ///< Bytes of the first of these that are out.
  };

  void arrive(Line& line, Cycle now);
  void accept(Line& line, Held held, Cycle now);
  void discard(Line& line, link::Slot slot, SwitchVerdict verdict, Cycle now);
  void release(Line& line, Cycle now);
  void discard_killed(unsigned number, Cycle now);
  void discard_bad(Line& line, link::Slot slot, Cycle now);
  void discard_overdue(Line& line, const SwitchDiscard& overdue, Cycle now);
  void launch(unsigned number, Cycle now);
  void send(Line& line, const SwitchWordOut& first, Cycle now);
  [[nodiscard]] Held take_held(const Word& first);
  void check_later_word(unsigned number);
  [[noreturn]] void differ(const link::Port& port, const char* what) const;

  Chip& chip_;
  link::PacketStore& store_;
  MachineUnit unit_;
  std::unique_ptr<SwitchMachine> machine_;
  std::vector<Line> lines_;
  std::uint64_t moved_ = 0;
};

}  // namespace ib::sw
