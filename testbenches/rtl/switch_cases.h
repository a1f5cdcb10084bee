// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>

#include "rtl/cosim/switch_rtl.h"
#include "rtl/cosim/switch_small.h"
#include "testbenches/rtl/switch_bench.h"

namespace ib::tb {

/// Every Verilated switch, the small ones first, on every kind of lines.
using SwitchCase = std::tuple<unsigned, unsigned>;

inline constexpr unsigned kSmallSwitches = cosim::kSmallSwitchSizes.size();

[[nodiscard]] inline std::unique_ptr<SwitchMachine> switch_of(const SwitchCase& which) {
  const unsigned size = std::get<0>(which);
  return size < kSmallSwitches ? cosim::make_small_switch(size)
                               : cosim::make_switch_rtl(size - kSmallSwitches);
}

[[nodiscard]] inline const SwitchLines& lines_of(const SwitchCase& which) {
  return kSwitchLines[std::get<1>(which)];
}

[[nodiscard]] inline auto all_switch_cases() {
  constexpr unsigned kSizes = kSmallSwitches + cosim::kSwitchRtlSizes.size();
  return testing::Combine(testing::Range(0u, kSizes),
                          testing::Range(0u, static_cast<unsigned>(kSwitchLines.size())));
}

[[nodiscard]] inline std::string name_of(const testing::TestParamInfo<SwitchCase>& test) {
  const unsigned size = std::get<0>(test.param);
  return std::string(lines_of(test.param).name) +
         (size < kSmallSwitches ? "Small" + std::to_string(size)
                                : "Fabric" + std::to_string(size - kSmallSwitches));
}

}  // namespace ib::tb
