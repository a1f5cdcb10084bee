// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/ib/phy/gf1024.h"
#include "models/ib/phy/rs_remainder.h"

namespace ib {

inline constexpr unsigned kMaxCorrectable = 15;

/// Error locator: value[0] = 1, and a root alpha^-p for each wrong symbol of power p.
struct RsLocator {
  std::array<gf1024::Element, kMaxCheckSymbols + 1> value{};
  unsigned degree = 0;
};

/// Powers of x at which symbols are wrong.
struct RsPositions {
  std::array<std::uint16_t, kMaxCorrectable> power{};
  unsigned count = 0;
};

/// Key equation by Berlekamp-Massey; std::nullopt when it needs more than t errors.
[[nodiscard]] std::optional<RsLocator> solve_key_equation(const CheckSymbols& syndromes,
                                                          unsigned check_symbols);

/// What to add to the symbol of power positions.power[i] (Forney).
void find_magnitudes(const CheckSymbols& syndromes, const RsLocator& locator,
                     const RsPositions& positions, gf1024::Element* magnitudes);

}  // namespace ib
