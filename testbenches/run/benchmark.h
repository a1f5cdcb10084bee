// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace ib::tb {

/// One number of `ibsilicon bench`. `measure` runs in a process of its own and may elaborate
/// SystemC; it takes a few seconds at most.
struct Benchmark {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
  double (*measure)();
};

/// All of them, in the order `bench` runs them. Defined in registry.cpp, which names each.
[[nodiscard]] std::vector<Benchmark> benchmarks();

}  // namespace ib::tb
