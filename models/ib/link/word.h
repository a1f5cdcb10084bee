// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ib {

/// Width of the datapath of clocked blocks: one word a clock.
inline constexpr std::size_t kWordBytes = 64;
/// A word in wire order.
using Word = std::array<std::uint8_t, kWordBytes>;

}  // namespace ib
