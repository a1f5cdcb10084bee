// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace ib::tb {

/// The end nodes that `testbench.hca_nodes` gives an HCA: "" none, "all", or "0-3,7". Throws
/// fabric::ConfigError for another text.
[[nodiscard]] std::vector<bool> hca_list(const std::string& text);

}  // namespace ib::tb
