// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/config/run_config.h"

namespace ib::tb {

/// Throws fabric::ConfigError for the first thing that no single parameter's range can tell:
/// values that do not go together, or have a form of their own.
void require_valid(const RunConfig& config);

}  // namespace ib::tb
