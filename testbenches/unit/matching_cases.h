// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/switching/matching.h"

namespace ib {

using Requests = std::vector<PortMask>;  // of each output: inputs that want it

template <class Matcher>
std::vector<Match> match(Matcher& matcher, const Requests& requests) {
  const PortMask all = PortMask::first_n(static_cast<unsigned>(requests.size()));
  std::vector<Match> matches;
  (void)matcher.match(
      all, all, [&](unsigned output, const PortMask& inputs) { return requests[output] & inputs; },
      matches);
  return matches;
}

inline Requests everyone_wants_everything(unsigned ports) {
  return Requests(ports, PortMask::first_n(ports));
}

/// Three requests an output, drawn with repetition.
inline Requests some_requests(unsigned ports, RandomStream& random) {
  Requests requests(ports);
  for (PortMask& inputs : requests) {
    for (int i = 0; i < 3; ++i) inputs.set(static_cast<unsigned>(random.below(ports)));
  }
  return requests;
}

/// Each port at most once, and only pairs that asked.
inline void expect_matching(const std::vector<Match>& matches, const Requests& requests) {
  PortMask inputs;
  PortMask outputs;
  for (const Match m : matches) {
    EXPECT_TRUE(requests[m.output].test(m.input));
    EXPECT_FALSE(inputs.test(m.input));
    EXPECT_FALSE(outputs.test(m.output));
    inputs.set(m.input);
    outputs.set(m.output);
  }
}

/// No request is left between two ports that stayed free.
inline void expect_maximal(const std::vector<Match>& matches, const Requests& requests) {
  PortMask inputs = PortMask::first_n(static_cast<unsigned>(requests.size()));
  PortMask outputs = inputs;
  for (const Match m : matches) {
    inputs.reset(m.input);
    outputs.reset(m.output);
  }
  outputs.for_each([&](unsigned o) { EXPECT_TRUE((requests[o] & inputs).none()) << o; });
}

/// Share of slots used with one FIFO an input, uniform destinations, and `matcher` as contention.
template <class Matcher>
double fifo_throughput(Matcher& matcher, unsigned ports, int slots) {
  RandomStream destinations{4, "destinations"};
  std::vector<unsigned> head(ports);
  for (unsigned& output : head) output = static_cast<unsigned>(destinations.below(ports));
  std::size_t passed = 0;
  for (int slot = 0; slot < slots; ++slot) {
    Requests requests(ports);
    for (unsigned input = 0; input < ports; ++input) requests[head[input]].set(input);
    for (const Match m : match(matcher, requests)) {
      if (slot >= slots / 10) ++passed;
      head[m.input] = static_cast<unsigned>(destinations.below(ports));
    }
  }
  return static_cast<double>(passed) / (static_cast<double>(ports) * (slots - slots / 10));
}

}  // namespace ib
