// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/ib/base/types.h"

namespace ib::fabric {

/// "0x" and sixteen digits.
[[nodiscard]] std::string hex(Guid guid);
/// A name between quotes, fit for a message.
[[nodiscard]] std::string quoted(const std::string& name);

}  // namespace ib::fabric
