// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/ib/base/random.h"
#include "models/switch/switch.h"
#include "rtl/cosim/switch_rtl.h"
#include "testbenches/block/link_bench.h"

namespace ib::tb {

/// One transfer on one line: a packet as its bytes, or a flow control packet.
struct LineTransfer {
  Cycle start = 0;  ///< First bit on the line.
  cosim::SwitchFlowControl flow_control;
  std::vector<std::uint8_t> bytes;  ///< Of a packet, LRH through VCRC.
};

/// The C++ switch in the middle of a star of probes that send at random, and what passed on every
/// line. Cables and framing are chosen so that each transfer takes whole clocks.
class SwitchRun : public Observer {
 public:
  SwitchRun(const cosim::SwitchRtlSizes& sizes, std::uint64_t seed);

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
  [[nodiscard]] std::deque<LftWrite>& lft_writes() { return lft_writes_; }

  static constexpr unsigned kLids = 32;
  static constexpr unsigned kMovable = 16;  ///< LIDs from here on move; only low ports use them.
  static constexpr Cycle kCableCycles = 50;

 private:
  void on_event(const PortEvent& event) override;
  void add_traffic(Cycle end);
  [[nodiscard]] unsigned any_owner(unsigned lid);
  [[nodiscard]] unsigned any_lid(unsigned port);
  void set_lft(unsigned lid, unsigned port);

  cosim::SwitchRtlSizes sizes_;
  RandomStream random_;
  Conductor conductor_;
  std::unique_ptr<sw::Switch> switch_;
  std::vector<std::unique_ptr<LinkProbe>> probes_;
  std::vector<std::unique_ptr<TestCable>> cables_;
  std::vector<Cycle> next_send_;
  std::vector<std::deque<LineTransfer>> in_;
  std::vector<std::deque<LineTransfer>> out_;
  std::deque<LftWrite> lft_writes_;
  Cycle now_ = 0;
};

/// Plays what passed on the lines to the RTL switch, which has to send the same in the same cycles.
/// Answers the first difference.
class SwitchReplay {
 public:
  SwitchReplay(cosim::SwitchRtl& rtl, SwitchRun& run);
  [[nodiscard]] std::optional<std::string> replay_to(Cycle end);
  [[nodiscard]] std::uint64_t words() const { return words_; }

 private:
  void feed();
  void feed_port(unsigned port);
  [[nodiscard]] std::optional<std::string> compare(unsigned port);
  [[nodiscard]] std::string at(unsigned port, const char* what) const;

  cosim::SwitchRtl& rtl_;
  SwitchRun& run_;
  Cycle now_ = 0;
  std::uint64_t words_ = 0;
};

/// Both switches for `cycles`; answers the first difference, or that hardly anything passed.
[[nodiscard]] std::optional<std::string> switch_lockstep(cosim::SwitchRtl& rtl, std::uint64_t seed,
                                                         Cycle cycles);

}  // namespace ib::tb
