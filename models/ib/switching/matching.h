// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/ib/base/port_mask.h"

namespace ib {

/// A connection through the crossbar.
struct Match {
  std::uint16_t input = 0;
  std::uint16_t output = 0;
  friend constexpr bool operator==(Match a, Match b) {
    return a.input == b.input && a.output == b.output;
  }
};

/// Request-grant-accept matching in iterations; the policy says who is granted and accepted:
///   unsigned grant(unsigned output, const PortMask& inputs);
///   unsigned accept(unsigned input, const PortMask& outputs);
///   void accepted(unsigned input, unsigned output, bool first);   // first: of the iterations
/// Work is proportional to the free outputs with requests; nothing is allocated.
template <class Policy>
class IterativeMatcher {
 public:
  IterativeMatcher(unsigned inputs, unsigned iterations, Policy policy)
      : iterations_(iterations), policy_(std::move(policy)), offers_(inputs) {}

  /// Appends the new matches to `out`, by rising input within an iteration.
  /// `requests_of(output, inputs)` answers a PortMask of those among `inputs` that want the output.
  /// Returns the outputs that may find another match at once: the iterations did not suffice.
  template <class RequestsOf>
  PortMask match(const PortMask& free_inputs, const PortMask& free_outputs, RequestsOf requests_of,
                 std::vector<Match>& out) {
    PortMask inputs = free_inputs;
    PortMask outputs = free_outputs;
    for (unsigned iteration = 0; iteration < iterations_ && outputs.any(); ++iteration) {
      const PortMask offered = grant(inputs, outputs, requests_of);
      if (offered.none()) break;
      offered.for_each([&](unsigned input) {
        const unsigned output = policy_.accept(input, offers_[input]);
        offers_[input].clear();
        policy_.accepted(input, output, iteration == 0);
        outputs.reset(output);
        out.push_back({static_cast<std::uint16_t>(input), static_cast<std::uint16_t>(output)});
      });
      inputs -= offered;
    }
    return outputs;
  }

  [[nodiscard]] Policy& policy() { return policy_; }

 private:
  /// Every free output offers itself to one input; answers the inputs with an offer. Outputs that
  /// nobody free wants drop out of `outputs`: free inputs only become fewer.
  template <class RequestsOf>
  PortMask grant(const PortMask& inputs, PortMask& outputs, RequestsOf& requests_of) {
    PortMask offered;
    outputs.for_each([&](unsigned output) {
      const PortMask candidates = requests_of(output, inputs);
      if (candidates.none()) {
        outputs.reset(output);
        return;
      }
      const unsigned input = policy_.grant(output, candidates);
      offers_[input].set(output);
      offered.set(input);
    });
    return offered;
  }

  unsigned iterations_;
  Policy policy_;
  std::vector<PortMask> offers_;  ///< Empty between calls.
};

}  // namespace ib
