// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/ib/switching/matching.h"

namespace ib {

/// Oldest packet first, at outputs and at inputs (iterative oldest cell first, McKeown 1995); equal
/// ages go by port number. The oldest packet of all is always matched, in the first iteration.
/// `BirthOf` answers the age key of the packet that an input offers to an output, smaller = older:
///   std::int64_t operator()(unsigned input, unsigned output) const;
template <class BirthOf>
class OldestFirstPolicy {
 public:
  explicit OldestFirstPolicy(BirthOf birth_of) : birth_of_(std::move(birth_of)) {}

  [[nodiscard]] unsigned grant(unsigned output, const PortMask& inputs) const {
    return oldest(inputs, [&](unsigned input) { return birth_of_(input, output); });
  }
  [[nodiscard]] unsigned accept(unsigned input, const PortMask& outputs) const {
    return oldest(outputs, [&](unsigned output) { return birth_of_(input, output); });
  }
  void accepted(unsigned /*input*/, unsigned /*output*/, bool /*first*/) {}

 private:
  template <class KeyOf>
  [[nodiscard]] static unsigned oldest(const PortMask& set, KeyOf key_of) {
    unsigned best = PortMask::kNone;
    std::int64_t best_key = 0;
    set.for_each([&](unsigned member) {
      const std::int64_t key = key_of(member);
      if (best != PortMask::kNone && key >= best_key) return;
      best = member;
      best_key = key;
    });
    return best;
  }

  BirthOf birth_of_;
};

template <class BirthOf>
class OldestFirstMatcher : public IterativeMatcher<OldestFirstPolicy<BirthOf>> {
 public:
  OldestFirstMatcher(unsigned ports, unsigned iterations, BirthOf birth_of)
      : IterativeMatcher<OldestFirstPolicy<BirthOf>>(
            ports, iterations, OldestFirstPolicy<BirthOf>{std::move(birth_of)}) {}
};

}  // namespace ib
