// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/ib/switching/matching.h"

namespace ib {

/// Wrapped wavefront arbiter (Tamir and Chi, 1993): the pairs (input, output) of one diagonal,
/// input + output = d modulo N, never contend, so a wave over all diagonals grants every request it
/// meets whose ports are still free. The matching is maximal after one wave. The diagonal that
/// comes first moves on by one with every wave that matched something.
class Wavefront {
 public:
  explicit Wavefront(unsigned ports) : ports_(ports), wants_(ports) {}

  void reset() { first_ = 0; }

  /// As IterativeMatcher::match; no further match is possible when it returns.
  template <class RequestsOf>
  PortMask match(const PortMask& free_inputs, const PortMask& free_outputs, RequestsOf requests_of,
                 std::vector<Match>& out) {
    PortMask outputs;
    free_outputs.for_each([&](unsigned output) {
      wants_[output] = requests_of(output, free_inputs);
      if (wants_[output].any()) outputs.set(output);
    });
    if (outputs.none()) return {};
    wave(free_inputs, outputs, out);
    first_ = first_ + 1 == ports_ ? 0 : first_ + 1;
    return {};
  }

 private:
  void wave(PortMask inputs, PortMask outputs, std::vector<Match>& out) {
    unsigned diagonal = first_;
    for (unsigned step = 0; step < ports_ && outputs.any() && inputs.any(); ++step) {
      outputs.for_each([&](unsigned output) {
        const unsigned input = diagonal >= output ? diagonal - output : diagonal + ports_ - output;
        if (!inputs.test(input) || !wants_[output].test(input)) return;
        inputs.reset(input);
        outputs.reset(output);
        out.push_back({static_cast<std::uint16_t>(input), static_cast<std::uint16_t>(output)});
      });
      diagonal = diagonal + 1 == ports_ ? 0 : diagonal + 1;
    }
  }

  unsigned ports_;
  unsigned first_ = 0;           ///< Diagonal that comes first.
  std::vector<PortMask> wants_;  ///< By output; valid within one call.
};

}  // namespace ib
