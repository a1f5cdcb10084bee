// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::sw {

/// SwitchCongestionSetting: when the ports of a switch set FECN (ib-facts 7).
struct CongestionConfig {
  std::uint32_t threshold = 0;
  std::uint32_t packet_size = 8;
  std::uint32_t marking_rate = 0;
  bool mark_victims = false;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, CongestionConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("threshold", c.threshold,
    Meta{"", 0, 15, "Queue to mark at: 1 very full .. 15 nearly empty; 0 = no marking",
         "ib-facts 7 M"});
  v("packet_size", c.packet_size,
    Meta{"", 0, 255, "Shorter packets are not marked, in 64-byte units", "ib-facts 7 L"});
  v("marking_rate", c.marking_rate,
    Meta{"packets", 0, 65535, "Eligible packets that pass between two marks", "ib-facts 7 L"});
  v("mark_victims", c.mark_victims,
    Meta{"", 0, 1, "VictimMask of all ports: mark without credits as well", "ib-facts 7 M"});
}

}  // namespace ib::sw
