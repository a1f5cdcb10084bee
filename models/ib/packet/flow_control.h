// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/base/types.h"

namespace ib {

/// Flow control packet: six bytes between the link packet delimiters. IBTA Vol 1, 7.9.4.
struct FlowControl {
  static constexpr std::size_t kBytes = 6;
  static constexpr std::uint8_t kNormal = 0;  ///< Sent in LinkArm and LinkActive.
  static constexpr std::uint8_t kInit = 1;    ///< Sent in LinkInitialize.

  std::uint8_t op = kNormal;  ///< Any other value is discarded by the receiver.
  std::uint16_t fctbs = 0;    ///< Blocks sent in total, modulo 4096.
  Vl vl;
  std::uint16_t fccl = 0;  ///< Credit limit, modulo 4096.

  /// Writes the fields and their LPCRC.
  void encode(std::uint8_t* to) const;
  /// Nothing if the LPCRC does not match.
  [[nodiscard]] static std::optional<FlowControl> decode(const std::uint8_t* from);

  [[nodiscard]] bool known() const { return op == kNormal || op == kInit; }
};

}  // namespace ib
