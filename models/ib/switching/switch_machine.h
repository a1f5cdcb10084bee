// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/link/sl2vl.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/link/word.h"

namespace ib {

/// What a clocked switch was built for; buffers are limits, the rest is as it says.
struct SwitchMachineSizes {
  unsigned ports = 4;
  unsigned data_vls = 1;
  unsigned rx_blocks = 32;      ///< Receive buffer of each VL, at most.
  unsigned egress_blocks = 32;  ///< Egress queue of each VL, at most.
  unsigned iterations = 2;      ///< Of the matching, within a clock.
  unsigned parse = 4;           ///< Pipelines, in clocks.
  unsigned lookup = 8;
  unsigned crossbar = 4;
  unsigned egress = 6;
  unsigned lids = 256;                ///< LIDs below are in the forwarding table.
  unsigned arbitration_entries = 16;  ///< Of each table.
};

/// Times of a clocked switch count in a unit in which the period of its clock has so many bits.
inline constexpr unsigned kSwitchPeriodBits = 18;
inline constexpr unsigned kSwitchTimeBits = 31;      ///< Of any time.
inline constexpr unsigned kSwitchByteTimeBits = 20;  ///< Of a byte's on a line.
inline constexpr unsigned kSwitchIntervalBits = 20;  ///< Of fc_interval.
inline constexpr unsigned kSwitchHeartbeatBits = 24;
inline constexpr unsigned kSwitchLifeBits = 32;  ///< Of a head-of-queue lifetime in clocks.

/// What is set before the clock runs.
struct SwitchSetup {
  struct Line {
    std::uint64_t byte_time = 0;
    std::uint32_t heartbeat = 0;  ///< Clocks after which flow control packets go anyway; 0 = never.
    bool up = false;              ///< A cable is plugged in.
    VlArbTables arbitration;
    std::vector<Sl2VlTable> sl2vl;  ///< Of what comes in here, one an output.
  };

  std::uint32_t rx_blocks = 32;
  std::uint32_t egress_blocks = 32;
  std::uint32_t longest_blocks = 10;  ///< Of the longest packet.
  std::uint32_t framing_bytes = 2;
  std::uint32_t fc_interval = 10;  ///< Clocks between flow control packets of a VL, at least 1.
  std::uint32_t hoq_life = 0;      ///< Clocks that a packet may be at the head; 0 = no limit.
  unsigned vl_stall_count = 0;     ///< Packets in a row discarded for that stall a VL; 0 = never.
  std::uint64_t period = 0;        ///< Of the clock.
  std::vector<Line> lines;         ///< One a port.
};

/// A flow control packet of one VL on one line.
struct SwitchFlowControl {
  bool valid = false;
  unsigned op = 0;
  unsigned vl = 0;
  unsigned fctbs = 0;
  unsigned fccl = 0;
};

/// A word that leaves.
struct SwitchWordOut {
  bool valid = false;
  bool last = false;
  bool bad_end = false;  ///< It ends with EBP.
  unsigned bytes = 0;
  Word data{};
};

/// A packet at the head of an output that is discarded.
struct SwitchDiscard {
  Word first{};          ///< Its first word.
  bool overdue = false;  ///< For its lifetime there, not because it proved bad.
  bool stalls = false;   ///< That stalls its VL.
};

/// What becomes of a packet's header.
enum class SwitchVerdict : std::uint8_t { kQueued, kNoRoute, kLooping, kNoLane };

/// The switch as a clocked block; its RTL twin is rtl/switch/ib_switch.sv. A cycle is: inputs,
/// `settle`, outputs, `edge`. Inputs count for one cycle; ports count from 0 but for those that the
/// forwarding table names.
class SwitchMachine {
 public:
  SwitchMachine() = default;
  SwitchMachine(const SwitchMachine&) = delete;
  SwitchMachine& operator=(const SwitchMachine&) = delete;
  virtual ~SwitchMachine() = default;

  [[nodiscard]] virtual const SwitchMachineSizes& sizes() const = 0;
  /// With all lines down; entries of the forwarding table may be written before they come up.
  virtual void reset(const SwitchSetup& setup) = 0;
  virtual void bring_up() = 0;
  virtual void write_lft(unsigned lid, unsigned port) = 0;

  // What has come in on a line since the clock before: at most one of each kind.

  /// A packet's first word, `early` before the edge.
  virtual void first_word_in(unsigned port, const Word& word, std::uint64_t early) = 0;
  /// A later word of full length, but the last.
  virtual void word_in(unsigned port, const Word& word) = 0;
  /// The last word of a packet of several.
  virtual void last_word_in(unsigned port, const Word& word) = 0;
  /// One a VL; `behind` the first word that is in in this cycle.
  virtual void flow_control_in(unsigned port, const SwitchFlowControl& packet, bool behind) = 0;

  virtual void settle() = 0;

  // What begins on a line before the next clock, in this order.

  /// How long the line is taken by what began before, from the edge on.
  [[nodiscard]] virtual std::uint64_t busy(unsigned port) const = 0;
  [[nodiscard]] virtual SwitchFlowControl flow_control_out(unsigned port, unsigned vl) const = 0;
  [[nodiscard]] virtual SwitchWordOut first_word_out(unsigned port) const = 0;

  /// One that is discarded instead.
  [[nodiscard]] virtual std::optional<SwitchDiscard> discarded(unsigned port) const = 0;

  /// A later word: there in the first clock at or after the time of its first bit.
  [[nodiscard]] virtual SwitchWordOut word_out(unsigned port) const = 0;
  /// Whether packets wait at the output and none has credits; nothing while the line is taken.
  [[nodiscard]] virtual std::optional<bool> starved(unsigned port) const = 0;

  /// A packet of an input that was to be granted and is discarded, since it proved bad: the number
  /// of its first word among all words that came in there, modulo 2^16.
  [[nodiscard]] virtual std::optional<std::uint16_t> killed(unsigned port) const = 0;

  // What is true from the next clock on, of an input.

  [[nodiscard]] virtual std::optional<SwitchVerdict> header(unsigned port) const = 0;
  struct Freed {
    unsigned vl = 0;
    unsigned blocks = 0;
  };
  /// Receive buffer of a packet that has crossed.
  [[nodiscard]] virtual std::optional<Freed> freed(unsigned port) const = 0;
  /// The oldest packet that was discarded has left the receive buffer.
  [[nodiscard]] virtual bool dropped(unsigned port) const = 0;

  virtual void edge() = 0;
};

}  // namespace ib
