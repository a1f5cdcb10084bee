// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/switching/switch_machine.h"
#include "models/switch/line_feed.h"
#include "models/switch/machine_setup.h"
#include "models/switch/switch.h"
#include "testbenches/block/link_bench.h"
#include "testbenches/rtl/switch_lines.h"

namespace ib::tb {

/// One transfer on one line: a packet as its bytes, or a flow control packet.
struct LineTransfer {
  Ticks start = 0;  ///< First bit on the line.
  SwitchFlowControl flow_control;
  std::vector<std::uint8_t> bytes;  ///< Of a packet, LRH through VCRC.
  bool bad_end = false;             ///< With EBP.
};

/// The C++ switch in the middle of a star of probes that send at random, and what passed on every
/// line.
class SwitchRun : public Observer {
 public:
  SwitchRun(const SwitchMachineSizes& sizes, const SwitchLines& lines, std::uint64_t seed);

  /// An entry of the forwarding table was written.
  struct LftWrite {
    Cycle when = 0;  ///< Clock in which the RTL is to take it.
    unsigned lid = 0;
    unsigned port = 0;
  };
  /// Runs up to cycle `end`, with random traffic up to there, and rewrites the forwarding table.
  void run_to(Cycle end);
  [[nodiscard]] std::deque<LineTransfer>& in(unsigned port) { return in_[port]; }
  [[nodiscard]] std::deque<LineTransfer>& out(unsigned port) { return out_[port]; }
  /// A packet that a port discarded since it proved bad, or for its lifetime.
  struct Discard {
    Cycle when = 0;
    bool overdue = false;
  };
  [[nodiscard]] std::deque<Discard>& discards(unsigned port) { return discards_[port]; }
  [[nodiscard]] std::deque<LftWrite>& lft_writes() { return lft_writes_; }
  [[nodiscard]] const link::PortCounters& counters(unsigned port) const {
    return switch_->port(port + 1).counters();
  }
  [[nodiscard]] const Clock& clock() const { return switch_->clock(); }
  [[nodiscard]] LinkRate rate(unsigned port) const { return switch_->port(port + 1).rate(); }
  /// What the RTL is to be set to.
  [[nodiscard]] SwitchSetup setup() { return sw::machine_setup(*switch_); }
  [[nodiscard]] sw::MachineUnit unit() const { return *sw::machine_unit(*switch_); }

  static constexpr unsigned kLids = 32;
  static constexpr unsigned kMovable = 16;  ///< LIDs from here on move; only low ports use them.

 private:
  void on_event(const PortEvent& event) override;
  void add_traffic(Cycle end);
  [[nodiscard]] std::uint32_t any_bytes();
  [[nodiscard]] unsigned any_owner(unsigned lid);
  [[nodiscard]] unsigned any_lid(unsigned port);
  void set_lft(unsigned lid, unsigned port);
  void set_tables();
  void hold_buffers();

  SwitchMachineSizes sizes_;
  SwitchLines lines_;
  link::LinkConfig link_;
  RandomStream random_;
  Conductor conductor_;
  Ticks latency_;  ///< Of every cable.
  std::unique_ptr<sw::Switch> switch_;
  std::vector<std::unique_ptr<LinkProbe>> probes_;
  std::vector<std::unique_ptr<TestCable>> cables_;
  std::vector<Cycle> next_send_;
  std::vector<std::deque<LineTransfer>> in_;
  std::vector<std::deque<LineTransfer>> out_;
  std::vector<std::deque<Discard>> discards_;
  std::deque<LftWrite> lft_writes_;
  Cycle now_ = 0;
};

/// Plays what passed on the lines to the RTL switch, which has to send the same at the same times.
/// Answers the first difference.
class SwitchReplay {
 public:
  SwitchReplay(SwitchMachine& rtl, SwitchRun& run);
  [[nodiscard]] std::optional<std::string> replay_to(Cycle end);
  [[nodiscard]] std::uint64_t words() const { return words_; }
  /// Packets that proved bad before they left, and that ended with EBP.
  [[nodiscard]] std::uint64_t discarded() const { return discarded_; }
  [[nodiscard]] std::uint64_t bad_ends() const { return bad_ends_; }
  /// Packets discarded for their lifetime.
  [[nodiscard]] std::uint64_t overdue() const;

 private:
  /// A word of a packet behind the first, and the clock in which it is to be there.
  struct LaterWord {
    Cycle when = 0;
    SwitchWordOut word;
  };
  /// What the counters of a port have to say.
  struct Counts {
    std::array<std::uint64_t, 4> verdicts{};
    std::uint64_t wait = 0;
    std::uint64_t overdue = 0;
    std::uint64_t stalls = 0;
    Cycle starved_since = kNoCycle;
    std::optional<SwitchVerdict> verdict;  ///< Counts from the next cycle on.
  };

  void feed();
  void count(unsigned port);
  [[nodiscard]] std::optional<std::string> compare(unsigned port);
  [[nodiscard]] std::optional<std::string> compare_flow_control(unsigned port);
  [[nodiscard]] std::optional<std::string> compare_first_word(unsigned port);
  [[nodiscard]] std::optional<std::string> compare_later_word(unsigned port);
  [[nodiscard]] std::optional<std::string> compare_discards(unsigned port);
  [[nodiscard]] std::optional<std::string> compare_discard(unsigned port, bool overdue);
  [[nodiscard]] std::optional<std::string> compare_counters(unsigned port) const;
  /// The next transfer on a line, if it begins in this clock.
  [[nodiscard]] const LineTransfer* begins(unsigned port) const;
  [[nodiscard]] bool at_its_time(unsigned port, const LineTransfer& transfer);
  [[nodiscard]] std::string at(unsigned port, const char* what) const;

  SwitchMachine& rtl_;
  SwitchRun& run_;
  Clock clock_;
  std::vector<sw::LineFeed> feeds_;
  std::vector<std::deque<LaterWord>> later_;
  std::vector<Counts> counts_;
  bool first_of_clock_ = true;
  Cycle now_ = 0;
  std::uint64_t words_ = 0;
  std::uint64_t discarded_ = 0;
  std::uint64_t bad_ends_ = 0;
};

/// Both switches for `cycles`; answers the first difference, or that hardly anything passed.
[[nodiscard]] std::optional<std::string> switch_lockstep(SwitchMachine& rtl,
                                                         const SwitchLines& lines,
                                                         std::uint64_t seed, Cycle cycles);

}  // namespace ib::tb
