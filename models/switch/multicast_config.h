// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::sw {

/// When the copies of a multicast packet are made: at its head, so that each branch cuts through,
/// or when its tail is in.
enum class Replication : std::uint8_t { kCutThrough, kStore };

struct MulticastConfig {
  Replication replication = Replication::kCutThrough;
  std::uint32_t default_primary_port = 255;
  std::uint32_t default_not_primary_port = 255;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, MulticastConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("replication", c.replication,
    Meta{"", 0, 1, "When a multicast packet is copied: at its head or at its tail", "design 5"});
  v("default_primary_port", c.default_primary_port,
    Meta{"", 0, 255, "Port for multicast LIDs beyond the table; 255 = drop", "ib-facts 4.4 M"});
  v("default_not_primary_port", c.default_not_primary_port,
    Meta{"", 0, 255, "The same for packets that came from the primary port", "ib-facts 4.4 M"});
}

}  // namespace ib::sw

template <>
struct ib::EnumNames<ib::sw::Replication> {
  static constexpr std::array<std::string_view, 2> values{"cut_through", "store"};
};
