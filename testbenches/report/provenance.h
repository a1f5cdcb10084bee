// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ib::tb {

/// Words of a command as a shell takes them, quoted where that is needed.
[[nodiscard]] std::string shell_words(const std::vector<std::string>& words);

/// provenance.json: what made the results of a folder. The one file that tells two runs of the
/// same simulation apart.
[[nodiscard]] std::string provenance_json(std::string_view version, std::string_view command);

/// The version that a provenance.json names; empty where there is no such file.
[[nodiscard]] std::string provenance_version(const std::filesystem::path& file);

}  // namespace ib::tb
