// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/phy_bench.h"

namespace ib::tb {

double bench_rs_over_libfec() { return 0; }

}  // namespace ib::tb
