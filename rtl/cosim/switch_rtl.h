// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace ib::cosim {

inline constexpr unsigned kSwitchWordBytes = 64;

/// The sizes a switch was Verilated with; cycles are of its core clock, one word of a line each.
struct SwitchRtlSizes {
  unsigned ports = 4;
  unsigned data_vls = 1;
  unsigned rx_blocks = 32;
  unsigned egress_blocks = 32;
  unsigned longest_blocks = 10;
  unsigned iterations = 2;
  unsigned parse = 4;
  unsigned lookup = 8;
  unsigned crossbar = 4;
  unsigned egress = 6;
  unsigned fc_interval = 10;
};

/// A word on the line of one port.
struct SwitchWord {
  bool valid = false;
  bool first = false;
  bool last = false;
  unsigned bytes = 0;
  std::array<std::uint8_t, kSwitchWordBytes> data{};  ///< First byte on the wire first.
};

/// A flow control packet on the line of one port.
struct SwitchFlowControl {
  bool valid = false;
  unsigned op = 0;
  unsigned vl = 0;
  unsigned fctbs = 0;
  unsigned fccl = 0;
};

/// rtl/switch/ib_switch.sv, Verilated. A cycle is: inputs, settle(), outputs, edge(). Inputs count
/// for one cycle; ports count from 0 but for those that the forwarding table names.
class SwitchRtl {
 public:
  SwitchRtl() = default;
  SwitchRtl(const SwitchRtl&) = delete;
  SwitchRtl& operator=(const SwitchRtl&) = delete;
  virtual ~SwitchRtl() = default;

  [[nodiscard]] virtual const SwitchRtlSizes& sizes() const = 0;
  virtual void reset() = 0;
  virtual void word_in(unsigned port, bool first, const std::uint8_t* bytes) = 0;
  virtual void flow_control_in(unsigned port, const SwitchFlowControl& packet) = 0;
  virtual void write_lft(unsigned lid, unsigned port) = 0;
  virtual void settle() = 0;
  [[nodiscard]] virtual SwitchWord word_out(unsigned port) const = 0;
  [[nodiscard]] virtual SwitchFlowControl flow_control_out(unsigned port) const = 0;
  virtual void edge() = 0;
};

/// The Verilated configurations, which differ in ports, VLs, buffers, iterations and pipelines.
inline constexpr unsigned kSwitchRtlConfigs = 5;
[[nodiscard]] std::unique_ptr<SwitchRtl> make_switch_rtl(unsigned config);

}  // namespace ib::cosim
