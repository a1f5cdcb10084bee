// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "testbenches/system/tshark.h"

namespace ib::tb {

/// What GTKWave's fst2vcd reads from a waveform: by the path of a signal, its values by time in ps.
struct Vcd {
  std::map<std::string, std::map<std::uint64_t, std::string>> signals;
  std::uint64_t first = 0;  ///< Time of the first values.
  std::uint64_t last = 0;

  [[nodiscard]] const std::map<std::uint64_t, std::string>& at(const std::string& path) const {
    return signals.at(path);
  }
  /// The value that a signal has at a time: that of its last change; "" before the first.
  [[nodiscard]] std::string value(const std::string& path, std::uint64_t ps) const {
    const auto& changes = at(path);
    const auto next = changes.upper_bound(ps);
    return next == changes.begin() ? "" : std::prev(next)->second;
  }
};

[[nodiscard]] inline bool fst2vcd_is_installed() { return !lines_of("command -v fst2vcd").empty(); }

/// A value without its leading zeros and its b; "x" where no bit is known.
[[nodiscard]] inline std::string plain_value(std::string text) {
  if (text.find('x') != std::string::npos) return "x";
  const std::size_t one = text.find('1');
  return one == std::string::npos ? "0" : text.substr(one);
}

[[nodiscard]] inline Vcd read_fst(const std::string& file) {
  Vcd vcd;
  std::map<std::string, std::vector<std::string>> paths;  // by VCD code: signals may be one
  std::vector<std::string> scope;
  std::uint64_t now = 0;
  bool begun = false;
  for (const std::string& line : lines_of("timeout 60 fst2vcd '" + file + "'")) {
    std::istringstream words{line};
    std::string first, kind, bits, code, name;
    words >> first;
    if (first == "$scope") {
      words >> kind >> name;
      scope.push_back(name);
    } else if (first == "$upscope") {
      scope.pop_back();
    } else if (first == "$var") {
      words >> kind >> bits >> code >> name;
      std::string path;
      for (const std::string& part : scope) path += part + ".";
      paths[code].push_back(path + name);
    } else if (first[0] == '#') {
      now = std::stoull(first.substr(1));
      if (!begun) vcd.first = now;
      begun = true;
      vcd.last = now;
    } else if (begun && first[0] == 'b') {
      words >> code;
      for (const auto& path : paths[code]) vcd.signals[path][now] = plain_value(first.substr(1));
    } else if (begun && first[0] != '$') {
      for (const auto& path : paths[first.substr(1)]) {
        vcd.signals[path][now] = plain_value(first.substr(0, 1));
      }
    }
  }
  return vcd;
}

}  // namespace ib::tb
