// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbenches/config/run_config.h"

namespace ib::tb {

/// Path and value of every parameter that may change a result; those about speed alone
/// (sim.quantum, sim.threads, sim.rtl) would make files of equal results differ.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> result_parameters(RunConfig config);

}  // namespace ib::tb
