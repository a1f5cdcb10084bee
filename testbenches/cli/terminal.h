// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ib::tb {

enum class Verbosity : std::uint8_t { kQuiet, kNormal, kVerbose };

/// How the program talks: results on stdout, everything else on stderr, colour on a terminal only.
struct Terminal {
  Verbosity verbosity = Verbosity::kNormal;
  bool json = false;    ///< stdout carries one JSON document and nothing else.
  bool colour = false;  ///< Of stderr.

  /// The one line of an error, "ibsilicon: " before it.
  void error(std::string_view line) const;
  /// A remark; kQuiet leaves it out.
  void note(std::string_view line) const;
  /// A remark for kVerbose alone.
  void detail(std::string_view line) const;
};

[[nodiscard]] bool stdout_is_terminal();
[[nodiscard]] bool stderr_is_terminal();
/// On a terminal, unless NO_COLOR is set or TERM is "dumb".
[[nodiscard]] bool colour_wanted();

/// Puts `text` and a line end on stdout.
void print(std::string_view text);

}  // namespace ib::tb
