// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::sw {

/// How long packets may stay in a switch, besides HOQLife.
struct LifetimeConfig {
  std::uint32_t switch_life_code = 20;
  std::uint32_t vl_stall_count = 7;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, LifetimeConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("switch_life_code", c.switch_life_code,
    Meta{"", 0, 31, "LifeTimeValue n: 4.096 us * 2^n since arrival; 20 or more = no limit",
         "ib-facts 4.3 H"});
  v("vl_stall_count", c.vl_stall_count,
    Meta{"", 0, 7, "VLStallCount: HOQLife drops in a row that stall a VL; 0 = never",
         "ib-facts 4.3 H"});
}

}  // namespace ib::sw
