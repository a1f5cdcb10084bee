// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/ib/switching/matching.h"

namespace ib {

/// A turn among members in which the one that won longest ago comes first; equal ones by number.
class LeastRecentlyGranted {
 public:
  explicit LeastRecentlyGranted(unsigned size) : won_(size) {}

  void reset() { won_.assign(won_.size(), 0); }
  /// `requests` is not empty.
  [[nodiscard]] unsigned pick(const PortMask& requests) const {
    unsigned best = PortMask::kNone;
    requests.for_each([&](unsigned member) {
      if (best == PortMask::kNone || won_[member] < won_[best]) best = member;
    });
    return best;
  }
  void won(unsigned winner) { won_[winner] = ++wins_; }

 private:
  std::uint64_t wins_ = 0;
  std::vector<std::uint64_t> won_;  ///< By member: number of its last win, 0 before the first.
};

/// Least recently granted, at outputs over inputs and at inputs over outputs. Only an accepted
/// grant counts as granted, in whatever iteration.
class LrgPolicy {
 public:
  LrgPolicy(unsigned inputs, unsigned outputs)
      : grant_(outputs, LeastRecentlyGranted{inputs}),
        accept_(inputs, LeastRecentlyGranted{outputs}) {}

  void reset() {
    for (LeastRecentlyGranted& turn : grant_) turn.reset();
    for (LeastRecentlyGranted& turn : accept_) turn.reset();
  }
  [[nodiscard]] unsigned grant(unsigned output, const PortMask& inputs) const {
    return grant_[output].pick(inputs);
  }
  [[nodiscard]] unsigned accept(unsigned input, const PortMask& outputs) const {
    return accept_[input].pick(outputs);
  }
  void accepted(unsigned input, unsigned output, bool /*first*/) {
    grant_[output].won(input);
    accept_[input].won(output);
  }

 private:
  std::vector<LeastRecentlyGranted> grant_;   ///< One an output, over inputs.
  std::vector<LeastRecentlyGranted> accept_;  ///< One an input, over outputs.
};

class LrgMatcher : public IterativeMatcher<LrgPolicy> {
 public:
  LrgMatcher(unsigned ports, unsigned iterations)
      : IterativeMatcher(ports, iterations, LrgPolicy{ports, ports}) {}
  void reset() { policy().reset(); }
};

}  // namespace ib
