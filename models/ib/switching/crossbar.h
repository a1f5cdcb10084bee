// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/link/word.h"
#include "models/ib/machine.h"

namespace ib {

struct CrossbarIn {
  static constexpr unsigned kMaxPorts = 8;
  struct Crossing {
    unsigned output = 0;  ///< No two inputs name the same one.
    Word word{};
  };
  std::array<std::optional<Crossing>, kMaxPorts> from;  ///< Of each input.
};

struct CrossbarOut {
  std::array<std::optional<Word>, CrossbarIn::kMaxPorts> to;  ///< Of each output.
};

/// Moves a word a clock from each input to the output it is connected with; a word arrives
/// `cycles` clocks later. Its RTL twin is rtl/switch/ib_crossbar.sv.
using CrossbarMachine = Machine<CrossbarIn, CrossbarOut>;
/// Ports at most CrossbarIn::kMaxPorts, cycles at least 1.
[[nodiscard]] std::unique_ptr<CrossbarMachine> make_crossbar(unsigned ports, unsigned cycles);

}  // namespace ib
