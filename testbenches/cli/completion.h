// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace ib::tb {

/// A subcommand as a shell completes it.
struct CompletionEntry {
  std::string command;  ///< Empty: what stands before any subcommand.
  std::string summary;
  std::vector<std::string> options;  ///< "--json".
  std::vector<std::string> words;    ///< What its first argument may be.
};

/// The completion script for "bash", "zsh" or "fish".
[[nodiscard]] std::string completion_script(const std::string& shell,
                                            const std::vector<CompletionEntry>& entries);

}  // namespace ib::tb
