// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "models/fabric/fabric.h"
#include "testbenches/smp/discovery.h"

namespace ib::tb {

/// One entry of a switch's forwarding table, written and read back in band.
struct ForwardingProbe {
  std::string switch_name;
  Lid lid;  ///< One that nobody has.
  std::uint8_t before = 0;
  std::uint8_t written = 0;
  std::uint8_t read_back = 0;
  std::uint8_t in_hardware = 0;  ///< What the switch looks up.
  bool restored = false;
};

/// Sets the entry of a free LID in the first switch found to a port of it, reads it back, and
/// writes the old value again. Nothing when there is no switch, or it does not answer.
[[nodiscard]] std::optional<ForwardingProbe> probe_forwarding(
    MadCaller& caller, const std::vector<DiscoveredNode>& nodes, const fabric::Fabric& fabric);

}  // namespace ib::tb
