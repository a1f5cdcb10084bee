// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib {

/// What a management class can do, attribute 0x0001; redirection and trap addresses stay zero.
/// IBTA Vol 1, 13.4.8.1.
struct ClassPortInfo {
  std::uint8_t base_version = 1;
  std::uint8_t class_version = 1;
  std::uint16_t capability_mask = 0;
  std::uint8_t resp_time_value = 18;  ///< 4.096 us * 2^n.

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 8, self.base_version);
    v(8, 8, self.class_version);
    v(16, 16, self.capability_mask);
    v(59, 5, self.resp_time_value);
  }
};

}  // namespace ib
