// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/link/generation.h"

namespace ib::tb {

/// Clocks and lines of a switch in lockstep.
struct SwitchLines {
  const char* name;
  double core_mhz;
  double probe_mhz;  ///< Of the other ends.
  std::uint32_t framing_bytes;
  bool whole_words;               ///< Every transfer takes whole clocks.
  std::uint32_t hoq_life_code;    ///< 20: no limit.
  std::array<LinkRate, 4> rates;  ///< Of ports 1, 2, 3, 4, 5 = 1, ...
};

inline constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
inline constexpr LinkRate kNdr2x{Generation::kNdr, Width::k2x};
inline constexpr LinkRate kHdr4x{Generation::kHdr, Width::k4x};
inline constexpr LinkRate kEdr4x{Generation::kEdr, Width::k4x};

/// 4x NDR is 20 ps a byte: at 781.25 MHz 64 bytes take a clock, and with 58 bytes of framing a flow
/// control packet takes one too. The clocks of the second have nothing in common.
inline constexpr std::array<SwitchLines, 4> kSwitchLines{{
    {"WordAClock", 781.25, 781.25, 58, true, 20, {kNdr4x, kNdr4x, kNdr4x, kNdr4x}},
    {"FullSpeed", 781.25, 1000, 2, false, 20, {kNdr4x, kNdr4x, kNdr4x, kNdr4x}},
    {"Quantum2", 1050, 1000, 2, false, 0, {kNdr4x, kNdr4x, kNdr4x, kNdr4x}},
    {"Mixed", 1000, 930, 2, false, 1, {kNdr4x, kHdr4x, kEdr4x, kNdr2x}},
}};

}  // namespace ib::tb
