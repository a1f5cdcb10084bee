// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/ib/base/random.h"
#include "models/ib/machine.h"
#include "models/ib/switching/matching.h"
#include "models/ib/switching/round_robin.h"

namespace ib {

/// iSLIP's pointers: a round robin at each output and each input, which move only for a grant that
/// was accepted in the first iteration. That keeps outputs from asking for the same input again.
class IslipPolicy {
 public:
  IslipPolicy(unsigned inputs, unsigned outputs)
      : grant_(outputs, RoundRobin{inputs}), accept_(inputs, RoundRobin{outputs}) {}

  void reset();
  [[nodiscard]] unsigned grant(unsigned output, const PortMask& inputs) const {
    return grant_[output].pick(inputs);
  }
  [[nodiscard]] unsigned accept(unsigned input, const PortMask& outputs) const {
    return accept_[input].pick(outputs);
  }
  void accepted(unsigned input, unsigned output, bool first) {
    if (!first) return;
    grant_[output].won(input);
    accept_[input].won(output);
  }

 private:
  std::vector<RoundRobin> grant_;   ///< One an output, over inputs.
  std::vector<RoundRobin> accept_;  ///< One an input, over outputs.
};

/// Packet-mode iSLIP: matches whatever is free this cycle; a match holds until its packet's tail,
/// which the caller expresses by leaving both ports out of the free masks.
class Islip : public IterativeMatcher<IslipPolicy> {
 public:
  Islip(unsigned inputs, unsigned outputs, unsigned iterations)
      : IterativeMatcher(inputs, iterations, IslipPolicy{inputs, outputs}) {}
  void reset() { policy().reset(); }
};

/// Random choices (parallel iterative matching); the random contention of ib-facts 10.1.
class RandomPolicy {
 public:
  explicit RandomPolicy(RandomStream random) : random_(random) {}
  [[nodiscard]] unsigned grant(unsigned /*output*/, const PortMask& inputs) {
    return any_of(inputs);
  }
  [[nodiscard]] unsigned accept(unsigned /*input*/, const PortMask& outputs) {
    return any_of(outputs);
  }
  void accepted(unsigned /*input*/, unsigned /*output*/, bool /*first*/) {}

 private:
  [[nodiscard]] unsigned any_of(const PortMask& set) {
    return set.nth(static_cast<unsigned>(random_.below(set.count())));
  }

  RandomStream random_;
};

class RandomMatcher : public IterativeMatcher<RandomPolicy> {
 public:
  RandomMatcher(unsigned inputs, unsigned iterations, RandomStream random)
      : IterativeMatcher(inputs, iterations, RandomPolicy{random}) {}
};

struct IslipIn {
  PortMask free_inputs;
  PortMask free_outputs;
  std::array<PortMask, PortMask::kBits> requests{};  ///< Of each output: inputs that want it.
};

struct IslipOut {
  std::array<std::uint8_t, PortMask::kBits> input_of{};  ///< Valid where `matched` has the output.
  PortMask matched;                                      ///< Outputs.
};

/// The scheduler as a clocked block; its RTL twin is rtl/switching/ib_islip.sv.
using IslipMachine = Machine<IslipIn, IslipOut>;
[[nodiscard]] std::unique_ptr<IslipMachine> make_islip(unsigned ports, unsigned iterations);

}  // namespace ib
