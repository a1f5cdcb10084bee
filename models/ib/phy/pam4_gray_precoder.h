// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "models/ib/machine.h"

namespace ib {

/// Symbols a clock, two bits each.
inline constexpr unsigned kPam4PrecoderSymbols = 32;

struct Pam4GrayPrecoderIn {
  bool valid = false;      ///< A word is on the pins.
  bool precode = false;    ///< Off: levels are Gray coded alone.
  std::uint64_t bits = 0;  ///< First bit on the line in bit 0.
};

struct Pam4GrayPrecoderOut {
  std::uint64_t levels = 0;  ///< Two bits a symbol, the first lowest; of the same cycle.
};

/// From bits to PAM4 levels, 32 symbols a clock: gray_level, then Pam4Precoder where `precode`
/// asks for it. A word without it leaves the precoder as after reset. Its RTL twin is
/// rtl/phy/ib_pam4_gray_precoder.sv.
using Pam4GrayPrecoder = Machine<Pam4GrayPrecoderIn, Pam4GrayPrecoderOut>;
[[nodiscard]] std::unique_ptr<Pam4GrayPrecoder> make_pam4_gray_precoder();

}  // namespace ib
