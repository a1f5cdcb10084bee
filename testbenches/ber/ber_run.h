// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// One bit-true line under back-to-back packets, at each SNR of `testbench.snr_db`: error rates
/// before and after correction beside their closed forms, lost packets, codewords by corrected
/// symbols.
Result run_ber(RunContext& context);

}  // namespace ib::tb
