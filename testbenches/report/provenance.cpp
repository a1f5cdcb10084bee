// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/provenance.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace ib::tb {

std::string shell_words(const std::vector<std::string>& words) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string{"'\\''"} : std::string{c};
    text += '\'';
  }
  return text;
}

std::string provenance_json(std::string_view version, std::string_view command) {
  const nlohmann::ordered_json json{{"version", version}, {"command", command}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string provenance_version(const std::filesystem::path& file) {
  std::ifstream stream{file};
  const auto json = nlohmann::ordered_json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("version") || !json["version"].is_string()) return {};
  return json["version"].get<std::string>();
}

}  // namespace ib::tb
