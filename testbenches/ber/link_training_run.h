// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// Two ports that train, lose the signal for a moment, recover, and are unplugged: each state of
/// both with the time it began.
Result run_link_training(RunContext& context);

}  // namespace ib::tb
