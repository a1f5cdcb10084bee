// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib {

// How LinkTransfer::Kind::kOrderedSet uses the fields of a transfer: `fc_op` is what the lanes
// carry (LaneTraffic), `fc_fccl` how they lie, which each cable changes by its own crossings.

/// In `fc_fccl`: lane 0 is where the last one should be, and so on.
inline constexpr std::uint16_t kLanesReversed = 1u << 15;
/// In `fc_fccl`: one bit a lane whose two wires are crossed.
inline constexpr std::uint16_t kLanesInverted = (1u << 12) - 1;

}  // namespace ib
