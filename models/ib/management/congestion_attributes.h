// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/management/bit_field.h"
#include "models/ib/packet/mad_header.h"

namespace ib {

/// Data of a congestion control MAD: all that follows byte 64 (ib-facts 7). IBTA Vol 1, A10.4.
inline constexpr std::size_t kCongestionDataBytes = kMadBytes - 64;
using CongestionData = std::array<std::uint8_t, kCongestionDataBytes>;

enum class CongestionAttributeId : std::uint16_t {
  kClassPortInfo = 0x0001,
  kCongestionInfo = 0x0011,
  kCongestionKeyInfo = 0x0012,
  kCongestionLog = 0x0013,
  kSwitchCongestionSetting = 0x0014,
  kSwitchPortCongestionSetting = 0x0015,
  kCaCongestionSetting = 0x0016,
  kCongestionControlTable = 0x0017,
  kTimeStamp = 0x0018,
};

struct CongestionInfo {
  bool credit_starvation = false;      ///< Bit 0 of CongestionInfo: the switch supports it.
  std::uint8_t control_table_cap = 0;  ///< CA: blocks of 64 entries.

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(15, 1, self.credit_starvation);
    v(16, 8, self.control_table_cap);
  }
};

struct CongestionKeyInfo {
  std::uint64_t key = 0;  ///< 0 = unprotected.
  bool protect_bit = false;
  std::uint16_t lease_period = 0;  ///< Seconds; 0 = never expires.
  std::uint16_t violations = 0;

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 64, self.key);
    v(64, 1, self.protect_bit);
    v(80, 16, self.lease_period);
    v(96, 16, self.violations);
  }
};

struct SwitchCongestionSetting {
  std::uint32_t control_map = 0;  ///< Which of the fields below a Set takes, from the low bit on.
  std::array<std::uint8_t, 32> victim_mask{};  ///< One bit a port.
  std::array<std::uint8_t, 32> credit_mask{};
  std::uint8_t threshold = 0;    ///< 0 = no marking, 15 = at a nearly empty queue.
  std::uint8_t packet_size = 0;  ///< Smallest packet marked, 64-byte units.
  std::uint8_t cs_threshold = 0;
  std::uint16_t cs_return_delay = 0;
  std::uint16_t marking_rate = 0;  ///< Mean eligible packets between marks.

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 32, self.control_map);
    for (unsigned i = 0; i < 32; ++i) v(32 + 8 * i, 8, self.victim_mask[i]);
    for (unsigned i = 0; i < 32; ++i) v(288 + 8 * i, 8, self.credit_mask[i]);
    v(544, 4, self.threshold);
    v(552, 8, self.packet_size);
    v(560, 4, self.cs_threshold);
    v(576, 16, self.cs_return_delay);
    v(592, 16, self.marking_rate);
  }
};

struct SwitchPortCongestionElement {
  bool valid = false;
  bool control_type = false;
  std::uint8_t threshold = 0;
  std::uint8_t packet_size = 0;
  std::uint16_t marking_rate = 0;
};

/// 32 ports a block.
struct SwitchPortCongestionSetting {
  static constexpr unsigned kPorts = 32;
  std::array<SwitchPortCongestionElement, kPorts> ports{};

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    for (unsigned i = 0; i < kPorts; ++i) {
      v(32 * i, 1, self.ports[i].valid);
      v(32 * i + 1, 1, self.ports[i].control_type);
      v(32 * i + 4, 4, self.ports[i].threshold);
      v(32 * i + 8, 8, self.ports[i].packet_size);
      v(32 * i + 16, 16, self.ports[i].marking_rate);
    }
  }
};

struct CaCongestionEntry {
  std::uint16_t ccti_timer = 0;  ///< In units of 1.024 us.
  std::uint8_t ccti_increase = 0;
  std::uint8_t trigger_threshold = 0;
  std::uint8_t ccti_min = 0;
};

struct CaCongestionSetting {
  std::uint16_t port_control = 0;  ///< Bit 0: 1 = per SL and port, 0 = per QP.
  std::uint16_t control_map = 0;   ///< SLs under congestion control.
  std::array<CaCongestionEntry, 16> sl{};

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 16, self.port_control);
    v(16, 16, self.control_map);
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned at = 32 + 64 * i;
      v(at, 16, self.sl[i].ccti_timer);
      v(at + 16, 8, self.sl[i].ccti_increase);
      v(at + 24, 8, self.sl[i].trigger_threshold);
      v(at + 32, 8, self.sl[i].ccti_min);
    }
  }
};

struct CongestionControlTableBlock {
  static constexpr unsigned kEntries = 64;
  struct Entry {
    std::uint8_t shift = 0;        ///< 2 bits.
    std::uint16_t multiplier = 0;  ///< 14 bits.
  };
  std::uint16_t ccti_limit = 0;
  std::array<Entry, kEntries> entries{};

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 16, self.ccti_limit);
    for (unsigned i = 0; i < kEntries; ++i) {
      v(16 + 16 * i, 2, self.entries[i].shift);
      v(18 + 16 * i, 14, self.entries[i].multiplier);
    }
  }
};

}  // namespace ib
