// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "models/ib/machine.h"
#include "models/ib/phy/gf1024.h"

namespace ib {

inline constexpr unsigned kRsEncoderN = 544;
inline constexpr unsigned kRsEncoderK = 514;
inline constexpr unsigned kRsEncoderSymbols = 2;  ///< A clock.

/// Consecutive symbols of a codeword, the first first.
using RsSymbols = std::array<gf1024::Element, kRsEncoderSymbols>;

struct RsEncoderIn {
  bool valid = false;  ///< Message symbols are on the pins.
  RsSymbols symbols{};
  bool ready = false;  ///< What comes out is taken.
};

struct RsEncoderOut {
  bool ready = false;  ///< The message symbols are taken.
  std::optional<RsSymbols> symbols;
};

/// RS(544,514) as a clocked block: a message passes through in 257 clocks, its parity follows in
/// 15. Its RTL twin is rtl/phy/ib_rs_encoder.sv.
using RsEncoder = Machine<RsEncoderIn, RsEncoderOut>;
[[nodiscard]] std::unique_ptr<RsEncoder> make_rs_encoder();

}  // namespace ib
