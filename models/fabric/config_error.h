// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace ib::fabric {

/// The user is wrong: a bad parameter, file or option. what() is one line that names the file, the
/// key path, the value, the allowed range and its unit, as far as they apply.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ib::fabric
