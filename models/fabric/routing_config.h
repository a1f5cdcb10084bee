// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::fabric {

/// Who fills the forwarding tables.
enum class RoutingName : std::uint8_t {
  kMinHop,
  kUpDown,
  kDimensionOrder,
  kFile,
  kFatTree,
  kDragonfly,
  kValiant,
  kUgal
};

/// How a fabric is routed, and whether it may run when its buffers can wait in a cycle.
struct RoutingConfig {
  RoutingName routing = RoutingName::kMinHop;
  std::string routing_file;
  bool allow_deadlock = false;
  std::string links{};
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, RoutingConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("routing", c.routing,
    Meta{"", 0, 0,
         "who fills the forwarding tables; dor needs a grid, dragonfly, valiant and ugal groups, "
         "file a routing_file",
         "OpenSM H"});
  v("routing_file", c.routing_file,
    Meta{"", 0, 0, "OpenSM dump of forwarding tables, for routing = file", "OpenSM H"});
  v("allow_deadlock", c.allow_deadlock,
    Meta{"", 0, 1, "run although channels depend on each other in a cycle", "design"});
  v("links", c.links,
    Meta{"", 0, 0,
         "links unlike the others: NODE or NODE[PORT] = mode, FEC or cable type, joined by +; ...",
         "design"});
}

}  // namespace ib::fabric

namespace ib {

template <>
struct EnumNames<fabric::RoutingName> {
  static constexpr std::array<std::string_view, 8> values{"minhop", "updown",    "dor",     "file",
                                                          "ftree",  "dragonfly", "valiant", "ugal"};
};

}  // namespace ib
