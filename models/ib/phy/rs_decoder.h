// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "models/ib/machine.h"
#include "models/ib/phy/rs_encoder.h"

namespace ib {

/// Clocks from the one in which a word's last symbols come to the one in which its first leave,
/// when nothing stands before it: key equation 30, root count 34, the rest registers.
inline constexpr unsigned kRsDecoderLatency = 71;

struct RsDecoderIn {
  bool valid = false;  ///< Received symbols are on the pins.
  RsSymbols symbols{};
  bool ready = false;  ///< What comes out is taken.
};

/// Symbols on their way out and what became of the word they belong to.
struct RsDecoderSymbols {
  RsSymbols symbols{};
  bool failed = false;     ///< Not correctable: the word leaves as it came.
  unsigned corrected = 0;  ///< Wrong symbols of the word, 0-15.
  friend bool operator==(const RsDecoderSymbols& a, const RsDecoderSymbols& b) {
    return a.symbols == b.symbols && a.failed == b.failed && a.corrected == b.corrected;
  }
};

struct RsDecoderOut {
  bool ready = false;  ///< The received symbols are taken.
  std::optional<RsDecoderSymbols> symbols;
};

/// RS(544,514) as a clocked block, two symbols a clock; words follow one another without a gap. Its
/// RTL twin is rtl/phy/ib_rs_decoder.sv.
using RsDecoder = Machine<RsDecoderIn, RsDecoderOut>;
[[nodiscard]] std::unique_ptr<RsDecoder> make_rs_decoder();

}  // namespace ib
