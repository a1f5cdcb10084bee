// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ib::tb {

/// docs/registers.md, made from the field tables that the HCA and its driver use.
[[nodiscard]] std::string registers_page();

}  // namespace ib::tb
