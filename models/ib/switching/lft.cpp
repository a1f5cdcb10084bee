// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/lft.h"

namespace ib {

void Lft::set(Lid lid, std::uint8_t port) {
  if (!is_unicast(lid)) return;
  const std::size_t index = lid.value();
  if (index >= ports_.size()) ports_.resize((index / kBlockLids + 1) * kBlockLids, kDrop);
  ports_[index] = port;
}

Lft::Block Lft::block(unsigned index) const {
  Block block;
  for (std::size_t i = 0; i < kBlockLids; ++i) {
    const std::size_t lid = std::size_t{index} * kBlockLids + i;
    block[i] = lid < ports_.size() ? ports_[lid] : kDrop;
  }
  return block;
}

void Lft::set_block(unsigned index, const Block& block) {
  if (index >= kCapacity / kBlockLids) return;
  for (unsigned i = 0; i < kBlockLids; ++i) {
    set(Lid{static_cast<std::uint16_t>(index * kBlockLids + i)}, block[i]);
  }
}

}  // namespace ib
