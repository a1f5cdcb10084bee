// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib {

/// The management processor of a chip: its times and the sizes of its tables.
struct ManagementConfig {
  double response_ns = 1000;
  double forward_ns = 200;
  std::uint32_t queue_mads = 64;
  std::uint32_t partition_cap = 32;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, ManagementConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("response_ns", c.response_ns,
    Meta{"ns", 0, 10000000, "A request MAD in whole to its answer at the port", "L"});
  v("forward_ns", c.forward_ns,
    Meta{"ns", 0, 10000000, "A directed-route SMP in whole to its next port", "L"});
  v("queue_mads", c.queue_mads,
    Meta{"", 1, 4096, "MADs the agent holds; more are dropped and counted", "L"});
  v("partition_cap", c.partition_cap,
    Meta{"", 1, 1024, "NodeInfo.PartitionCap: entries of a P_Key table", "ib-facts 5.4 L"});
}

}  // namespace ib
