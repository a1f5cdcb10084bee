// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "models/ib/base/types.h"
#include "models/ib/machine.h"

namespace ib {

/// Times in any one unit, in which a clock's period is a whole number; the others are clocks.
struct FlowControlTiming {
  unsigned data_vls = 1;
  std::uint32_t period = 1;     ///< Of the clock.
  std::uint32_t duration = 1;   ///< Of a flow control packet on the line.
  std::uint32_t interval = 1;   ///< Least clocks between two packets of one VL.
  std::uint32_t heartbeat = 0;  ///< Clocks after which all VLs are due again; 0 = never.
};

struct FlowControlIn {
  std::uint16_t due = 0;        ///< One bit a data VL: something changed that its peer is to hear.
  std::uint32_t line_busy = 0;  ///< Time that the line is taken from this clock's edge on.
};

struct FlowControlOut {
  std::uint16_t goes = 0;       ///< VLs whose packet begins before the next clock, lowest first.
  std::uint16_t init = 0;       ///< VLs whose next packet is their first, an Op 1.
  std::uint32_t line_busy = 0;  ///< The same behind these packets.
};

/// Which VLs' flow control packets go now: from the lowest on those that are due and whose last one
/// went at least an interval ago, as many as begin before the next clock. All are due after reset.
class FlowControlTurn {
 public:
  explicit FlowControlTurn(const FlowControlTiming& timing);

  void reset();
  /// Once a clock.
  [[nodiscard]] FlowControlOut go(std::uint32_t line_busy);
  /// Counts from the next clock on.
  void due(std::uint16_t vls);

 private:
  struct Lane {
    bool due = true;
    bool started = false;
    std::uint64_t next = 0;  ///< First clock in which a packet may go.
  };

  FlowControlTiming timing_;
  std::uint64_t now_ = 0;   ///< Clocks since reset.
  std::uint64_t beat_ = 0;  ///< Clock of the next heartbeat.
  std::array<Lane, kDataVls> vls_{};
};

/// The turn as a clocked block; its RTL twin is rtl/switch/ib_flow_control.sv.
using FlowControlMachine = Machine<FlowControlIn, FlowControlOut>;
[[nodiscard]] std::unique_ptr<FlowControlMachine> make_flow_control(
    const FlowControlTiming& timing);

}  // namespace ib
