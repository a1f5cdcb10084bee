// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/mft.h"

namespace ib {

PortMask Mft::outputs(Lid mlid, unsigned in_port) const {
  PortMask ports;
  if (!is_multicast(mlid)) return ports;
  if (index_of(mlid) >= kCapacity || top_ < mlid) {
    const std::uint8_t port = default_primary_ == in_port ? default_not_primary_ : default_primary_;
    if (port < PortMask::kBits) ports.set(port);
  } else if (index_of(mlid) < masks_.size()) {
    ports = masks_[index_of(mlid)];
  }
  if (in_port < PortMask::kBits) ports.reset(in_port);
  return ports;
}

void Mft::add(Lid mlid, unsigned port) {
  if (!is_multicast(mlid) || index_of(mlid) >= kCapacity || port >= PortMask::kBits) return;
  if (index_of(mlid) >= masks_.size()) {
    masks_.resize((index_of(mlid) / kBlockMlids + 1) * kBlockMlids);
  }
  masks_[index_of(mlid)].set(port);
}

Mft::Block Mft::block(unsigned index, unsigned position) const {
  Block block{};
  const unsigned first_port = position * kBlockPorts;
  for (unsigned i = 0; i < kBlockMlids; ++i) {
    const std::size_t entry = std::size_t{index} * kBlockMlids + i;
    if (entry >= masks_.size() || first_port >= PortMask::kBits) continue;
    const std::uint64_t word = masks_[entry].word(first_port / 64);
    block[i] = static_cast<std::uint16_t>(word >> (first_port % 64));
  }
  return block;
}

void Mft::set_block(unsigned index, unsigned position, const Block& block) {
  const unsigned first_port = position * kBlockPorts;
  if (index >= kCapacity / kBlockMlids || first_port >= PortMask::kBits) return;
  const std::size_t first = std::size_t{index} * kBlockMlids;
  if (masks_.size() < first + kBlockMlids) masks_.resize(first + kBlockMlids);
  for (unsigned i = 0; i < kBlockMlids; ++i) {
    for (unsigned port = 0; port < kBlockPorts; ++port) {
      if ((block[i] >> port & 1) != 0) {
        masks_[first + i].set(first_port + port);
      } else {
        masks_[first + i].reset(first_port + port);
      }
    }
  }
}

}  // namespace ib
