// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/switch/switch.h"
#include "testbenches/wave/wave_recorder.h"

namespace ib::tb {

/// A signal that holds a number, or x where there is none.
class WaveNumber {
 public:
  WaveNumber() = default;
  WaveNumber(WaveRecorder& recorder, const std::vector<std::string>& scope, const std::string& name,
             unsigned bits);

  void set(std::uint64_t ps, std::uint64_t value);
  void clear(std::uint64_t ps);

 private:
  WaveRecorder* recorder_ = nullptr;
  WaveRecorder::Signal signal_ = 0;
  unsigned bits_ = 1;
  bool known_ = false;
  std::uint64_t value_ = 0;
};

/// The signals of one port: what is on its line and, as it was at the end of the cycle that its
/// chip worked at last, what it holds.
class PortProbe {
 public:
  PortProbe(WaveRecorder& recorder, const std::vector<std::string>& scope, const Chip& chip,
            const link::Port& port, const sw::Switch* of_switch);

  /// What ports log of packets: on the line from the first bit to the last.
  void on_event(const PortEvent& event);
  /// At the end of cycle `now`.
  void sample(Cycle now);
  /// What comes before `limit` without the chip's doing, when all events before it are known.
  void settle(Ticks limit);

  [[nodiscard]] std::uint16_t number() const { return port_.number(); }
  /// Most blocks in a VL's receive buffer, and whether a packet waits for credits, at the last
  /// sample.
  [[nodiscard]] std::uint32_t level() const { return level_; }
  [[nodiscard]] bool waits() const { return waits_; }

 private:
  struct Lane {
    Vl vl;
    WaveNumber rx_blocks;
    WaveNumber tx_blocks;
    WaveNumber credits;
    WaveNumber head;
  };

  /// A packet under way, in one direction.
  struct Line {
    WaveNumber packet;
    WaveNumber vl;
    std::uint64_t end = WaveSpan::kEndless;  ///< When it has passed.
  };

  void end_packet(Line& line);
  void settle_blocks(Ticks limit);
  void sample_lane(Lane& lane, Cycle now, std::uint64_t ps);
  void sample_switch(std::uint64_t ps);

  const Chip& chip_;
  const link::Port& port_;
  const sw::Switch* switch_;
  bool queues_ = true;  ///< Packets wait in the port, not in a clocked machine.
  WaveRecorder& recorder_;
  std::vector<Lane> lanes_;
  Line tx_;
  Line rx_;
  WaveNumber drops_;
  WaveNumber state_;
  WaveNumber waiting_;
  WaveNumber grant_;
  WaveRecorder::Signal requests_ = 0;
  std::string last_requests_;
  Cycle line_free_ = kNoCycle;  ///< When what is in transmission leaves the count; kNoCycle: never.
  std::uint64_t drop_count_ = 0;
  std::uint32_t level_ = 0;
  bool waits_ = false;
};

}  // namespace ib::tb
