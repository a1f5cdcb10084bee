// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::tb {

/// How a traffic node answers congestion: CACongestionSetting of all its service levels, control
/// per service level and port, and the table (ib-facts 7).
struct CongestionSourceConfig {
  bool enabled = false;
  std::uint32_t ccti_increase = 1;
  std::uint32_t ccti_limit = 127;
  std::uint32_t ccti_min = 0;
  std::uint32_t ccti_timer = 4;
  std::uint32_t cct_per_unit = 4;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, CongestionSourceConfig>>
visit_parameters(Config& c, Visitor& v) {
  v("enabled", c.enabled, Meta{"", 0, 1, "Send CNPs for FECN and slow down for BECN", "design"});
  v("ccti_increase", c.ccti_increase,
    Meta{"", 1, 255, "Steps that CCTI rises with each BECN", "ib-facts 7 L"});
  v("ccti_limit", c.ccti_limit, Meta{"", 0, 1023, "Highest CCTI", "ib-facts 7 L"});
  v("ccti_min", c.ccti_min, Meta{"", 0, 255, "Lowest CCTI", "ib-facts 7 L"});
  v("ccti_timer", c.ccti_timer,
    Meta{"", 0, 65535, "Time in which CCTI falls by one, in units of 1.024 us", "ib-facts 7 L"});
  v("cct_per_unit", c.cct_per_unit,
    Meta{"", 1, 8, "Table entry i waits i / this packet times: 1, 2, 4 or 8", "ib-facts 7 L"});
}

}  // namespace ib::tb
