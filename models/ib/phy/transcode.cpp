// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/transcode.h"

namespace ib {
namespace {

constexpr std::uint64_t kAllData = 0xF;

// High nibble of the block type, by its low nibble: 802.3's fifteen types.
constexpr std::array<std::uint8_t, 16> kHighNibble{0x0, 0xE, 0xD, 0x3, 0xB, 0x5, 0x6, 0x8,
                                                   0x7, 0x9, 0xA, 0x4, 0xC, 0x2, 0x1, 0xF};

}  // namespace

Block257 transcode(const BlockGroup& blocks) {
  Block257 out;
  std::uint64_t data_flags = 0;
  for (unsigned j = 0; j < kBlocksPer257; ++j) {
    data_flags |= std::uint64_t{!blocks[j].control} << j;
    out.payload[j] = blocks[j].payload;
  }
  out.all_data = data_flags == kAllData;
  if (out.all_data) return out;
  std::uint64_t carry = data_flags;
  for (unsigned j = 0; j < kBlocksPer257; ++j) {
    const std::uint64_t payload = blocks[j].payload;
    if (blocks[j].control) {
      out.payload[j] = (payload & ~std::uint64_t{0xFF}) | (payload & 0xF) << 4 | carry;
      break;
    }
    out.payload[j] = payload << 4 | carry;
    carry = payload >> 60;
  }
  return out;
}

bool transcode_back(const Block257& block, Block66* blocks) {
  if (block.all_data) {
    for (unsigned j = 0; j < kBlocksPer257; ++j) blocks[j] = {false, block.payload[j]};
    return true;
  }
  const std::uint64_t data_flags = block.payload[0] & 0xF;
  if (data_flags == kAllData) return false;
  const auto first_control = static_cast<unsigned>(__builtin_ctzll(~data_flags));
  const std::uint64_t word = block.payload[first_control];
  const std::uint64_t low = word >> 4 & 0xF;
  if (low == 0) return false;
  for (unsigned j = 0; j < first_control; ++j) {
    blocks[j] = {false, block.payload[j] >> 4 | block.payload[j + 1] << 60};
  }
  const std::uint64_t type = std::uint64_t{kHighNibble[low]} << 4 | low;
  blocks[first_control] = {true, (word & ~std::uint64_t{0xFF}) | type};
  for (unsigned j = first_control + 1; j < kBlocksPer257; ++j) {
    blocks[j] = {(data_flags >> j & 1) == 0, block.payload[j]};
  }
  return true;
}

std::optional<BlockGroup> transcode_back(const Block257& block) {
  BlockGroup out;
  if (!transcode_back(block, out.data())) return std::nullopt;
  return out;
}

}  // namespace ib
