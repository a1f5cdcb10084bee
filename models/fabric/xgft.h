// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// Extended generalised fat tree XGFT(h; m1..mh; w1..wh): a node of level i has m_i children and
/// w_(i+1) parents, level 0 are the hosts. Hosts have one port here, so w1 = 1. Switch s of level
/// i is called "l<i>_<s>". More children than parents make an oversubscribed level.
[[nodiscard]] Topology xgft(const std::vector<std::uint32_t>& children,
                            const std::vector<std::uint32_t>& parents, const CableInfo& cable = {});

/// `levels` levels of k^(levels-1) switches and k^levels hosts: XGFT(n; k..k; 1, k..k).
[[nodiscard]] Topology k_ary_n_tree(std::uint32_t k, std::uint32_t levels,
                                    const CableInfo& cable = {});

}  // namespace ib::fabric
