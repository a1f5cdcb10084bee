// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/flow_control.h"

#include "models/ib/base/bytes.h"
#include "models/ib/packet/crc.h"

namespace ib {
namespace {

std::uint16_t nibble_and_12(unsigned nibble, unsigned low) {
  return static_cast<std::uint16_t>(nibble << 12 | (low & 0xFFF));
}

}  // namespace

void FlowControl::encode(std::uint8_t* to) const {
  store_be16(to, nibble_and_12(op, fctbs));
  store_be16(to + 2, nibble_and_12(vl.value(), fccl));
  store_le16(to + 4, lpcrc(to));
}

std::optional<FlowControl> FlowControl::decode(const std::uint8_t* from) {
  if (load_le16(from + 4) != lpcrc(from)) return std::nullopt;
  FlowControl f;
  f.op = from[0] >> 4;
  f.fctbs = load_be16(from) & 0xFFF;
  f.vl = Vl{static_cast<std::uint8_t>(from[2] >> 4)};
  f.fccl = load_be16(from + 2) & 0xFFF;
  return f;
}

}  // namespace ib
