// SPDX-License-Identifier: Apache-2.0
#include "testbenches/run/benchmark.h"
#include "testbenches/run/testbench.h"

namespace ib::tb {

std::vector<Testbench> testbenches() { return {}; }

std::vector<Benchmark> benchmarks() { return {}; }

}  // namespace ib::tb
