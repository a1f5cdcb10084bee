// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::sw {

/// The aggregation unit of a switch: in-network reduction.
struct AggregationConfig {
  std::uint32_t latency_cycles = 100;
  std::uint32_t bytes_per_cycle = 4096;
  std::uint32_t window = 64;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, AggregationConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("latency_cycles", c.latency_cycles,
    Meta{"cycles", 1, 100000, "Last byte combined to the result's first bit ready to leave",
         "ib-facts 9.4 L"});
  v("bytes_per_cycle", c.bytes_per_cycle,
    Meta{"bytes", 1, 65536, "Payload that is combined in a cycle, over all children",
         "ib-facts 9.4 L"});
  v("window", c.window,
    Meta{"segments", 1, 4096, "Segments of a vector that are buffered at a time",
         "ib-facts 9.4 L"});
}

}  // namespace ib::sw
