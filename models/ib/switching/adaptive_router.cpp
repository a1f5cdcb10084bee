// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/adaptive_router.h"

#include <algorithm>

namespace ib {

void AdaptiveRouter::set_group(Lid lid, const PortMask& ports) {
  if (!is_unicast(lid)) return;
  if (lid.value() >= group_of_.size()) group_of_.resize(lid.value() + std::size_t{1});
  if (ports.count() < 2) {
    group_of_[lid.value()] = 0;
    return;
  }
  const auto found = std::find(groups_.begin(), groups_.end(), ports);
  const auto index = static_cast<std::uint16_t>(found - groups_.begin());
  if (found == groups_.end()) groups_.push_back(ports);
  group_of_[lid.value()] = static_cast<std::uint16_t>(index + 1);
}

}  // namespace ib
