// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace ib::fabric {

/// What the user got wrong; empty parts are left out of the message.
struct ConfigFault {
  std::string file;
  std::size_t line = 0;  ///< Counted from one; 0 when the fault has no line.
  std::string key;       ///< Key path, option or field.
  std::string value;     ///< What was given; control characters are escaped in the message.
  std::string problem;
  std::string allowed;  ///< Range, unit or choices.
};

/// The user is wrong: a bad parameter, file or option. what() is one line that names the file, the
/// key path, the value, the allowed range and its unit, as far as they apply.
class ConfigError : public std::runtime_error {
 public:
  explicit ConfigError(const std::string& line) : std::runtime_error(line) {}
  explicit ConfigError(ConfigFault fault);

  [[nodiscard]] const ConfigFault& fault() const { return fault_; }
  /// The same fault, placed in a file by whoever knows it.
  [[nodiscard]] ConfigError at(const std::string& file, std::size_t line) const;

 private:
  ConfigFault fault_;
};

/// Text fit for a one-line message: control characters escaped, cut to `limit` bytes.
[[nodiscard]] std::string printable(const std::string& text, std::size_t limit = 80);

}  // namespace ib::fabric
