// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "models/ib/base/parameter.h"

namespace ib::tb {

/// What the CPU of a host does at what cost, and how its driver uses the HCA.
struct HostConfig {
  double post_ns = 50;
  double poll_ns = 15;
  std::uint32_t inline_bytes = 220;
  bool blueflame = true;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, HostConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("post_ns", c.post_ns,
    Meta{"ns", 0, 100000, "CPU time to post a work request, up to the doorbell write", "L"});
  v("poll_ns", c.poll_ns,
    Meta{"ns", 0, 100000, "CPU time from a change in memory until a polling loop has seen it",
         "L"});
  v("inline_bytes", c.inline_bytes,
    Meta{"bytes", 0, 956, "Latency tests copy messages up to this size into the WQE",
         "ib-facts 9.3 L"});
  v("blueflame", c.blueflame,
    Meta{"", 0, 1, "Write a WQE with its doorbell when it fits, one by one", "ib-facts 9.3 H"});
}

}  // namespace ib::tb
