// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/ib/machine.h"

namespace ib::tb {

/// Cycles a block runs beside its twin.
inline constexpr int kLockstepCycles = 1'000'000;

/// Gives two machines the same inputs and answers the first cycle on which their outputs differ.
/// `stimulus.next(previous_output)` makes the inputs; `stimulus.same(a, b)` compares.
template <class In, class Out, class Stimulus>
[[nodiscard]] std::optional<int> first_difference(Machine<In, Out>& golden, Machine<In, Out>& twin,
                                                  Stimulus stimulus, int cycles) {
  golden.reset();
  twin.reset();
  Out previous{};
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const In& in = stimulus.next(previous);
    previous = golden.step(in);
    if (!Stimulus::same(previous, twin.step(in))) return cycle;
  }
  return std::nullopt;
}

}  // namespace ib::tb
