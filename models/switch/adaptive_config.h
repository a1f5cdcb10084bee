// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "models/ib/base/parameter.h"
#include "models/ib/switching/adaptive_router.h"
#include "models/ib/switching/ugal_router.h"

namespace ib::sw {

/// Adaptive routing (ib-facts 9.4).
struct AdaptiveConfig {
  bool enabled = false;
  PortChoice choice = PortChoice::kGreedyRandom;
  std::uint32_t sl_mask = 0xFFFF;
  std::uint32_t busy_low_blocks = 20;
  std::uint32_t busy_mid_blocks = 40;
  std::uint32_t busy_high_blocks = 80;
  double bind_time_us = 2;
  Detour detour = Detour::kByLoad;
  std::uint32_t detour_bias_blocks = 20;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, AdaptiveConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("enabled", c.enabled,
    Meta{"", 0, 1, "Choose among equal ports by load, not by the LFT alone", "ib-facts 9.4 H"});
  v("choice", c.choice,
    Meta{"", 0, 2, "How to choose among the ports of a group", "ib-facts 9.4 H"});
  v("sl_mask", c.sl_mask,
    Meta{"", 0, 65535, "Service levels that may be routed adaptively, one bit each", "design"});
  v("busy_low_blocks", c.busy_low_blocks,
    Meta{"blocks", 0, 65536, "First busy level of a port's queue", "ib-facts 9.4 H"});
  v("busy_mid_blocks", c.busy_mid_blocks,
    Meta{"blocks", 0, 65536, "Second busy level", "ib-facts 9.4 H"});
  v("busy_high_blocks", c.busy_high_blocks,
    Meta{"blocks", 0, 65536, "Third busy level", "ib-facts 9.4 H"});
  v("bind_time_us", c.bind_time_us,
    Meta{"us", 0, 1e6, "A flow keeps its port until it paused so long; 0 = each packet chooses",
         "ib-facts 9.4 M"});
  v("detour", c.detour,
    Meta{"", 0, 2, "With fabric.routing = ugal: when packets go by another group", "design"});
  v("detour_bias_blocks", c.detour_bias_blocks,
    Meta{"blocks", 0, 65536, "So much longer may the queue of the minimal way be, by load",
         "design"});
}

}  // namespace ib::sw

template <>
struct ib::EnumNames<ib::Detour> {
  static constexpr std::array<std::string_view, 3> values{"by_load", "off", "always"};
};

template <>
struct ib::EnumNames<ib::PortChoice> {
  static constexpr std::array<std::string_view, 3> values{"random", "greedy", "greedy_random"};
};
