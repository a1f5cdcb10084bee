// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "models/ib/base/parameter.h"
#include "models/ib/base/types.h"

namespace ib::sw {

/// What all ports of a switch let through; single ports are set through Switch::set_filter.
struct PartitionConfig {
  bool enforce_inbound = false;
  bool enforce_outbound = false;
  bool filter_raw_inbound = false;
  bool filter_raw_outbound = false;
  std::string p_keys = "0xFFFF";
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, PartitionConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("enforce_inbound", c.enforce_inbound,
    Meta{"", 0, 1, "Drop packets that come in with a P_Key not in the table", "ib-facts 4.4 M"});
  v("enforce_outbound", c.enforce_outbound,
    Meta{"", 0, 1, "The same for packets on their way out", "ib-facts 4.4 M"});
  v("filter_raw_inbound", c.filter_raw_inbound,
    Meta{"", 0, 1, "Drop raw packets that come in", "ib-facts 4.4 M"});
  v("filter_raw_outbound", c.filter_raw_outbound,
    Meta{"", 0, 1, "Drop raw packets on their way out", "ib-facts 4.4 M"});
  v("p_keys", c.p_keys,
    Meta{"", 0, 0, "P_Key table of every port, comma-separated; bit 15 = full member",
         "ib-facts 4.4 M"});
}

/// The keys of a list such as "0xFFFF,0x8001"; nothing when it is no such list.
[[nodiscard]] std::optional<std::vector<PKey>> parse_p_keys(const std::string& list);

}  // namespace ib::sw
