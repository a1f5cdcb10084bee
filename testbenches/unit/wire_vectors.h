// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/ib/base/bytes.h"

namespace ib::tb {

using Bytes = std::vector<std::uint8_t>;

inline ByteView view(const Bytes& b) { return {b.data(), b.size()}; }

inline Bytes from_hex(const std::string& hex) {
  Bytes out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return out;
}

/// testbenches/vectors/vectors.json; its origin is in the README beside it.
inline const nlohmann::json& wire_vectors() {
  static const nlohmann::json json =
      nlohmann::json::parse(std::ifstream(IB_SOURCE_DIR "/testbenches/vectors/vectors.json"));
  return json;
}

inline Bytes vector_bytes(const std::string& name) {
  for (const auto& v : wire_vectors()["packets"]) {
    if (v["name"] == name) return from_hex(v["hex"]);
  }
  return {};
}

}  // namespace ib::tb
