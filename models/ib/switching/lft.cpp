// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/lft.h"

#include <cassert>

namespace ib {
namespace {

class ClockedLft final : public LftMachine {
 public:
  ClockedLft(unsigned inputs, unsigned lid_bits)
      : inputs_(inputs), top_(static_cast<std::uint16_t>((1u << lid_bits) - 1)) {
    reset();
  }

  void reset() override {
    table_ = Lft{};
    table_.set_top(top_);
  }

  LftOut step(const LftIn& in) override {
    LftOut out;
    for (unsigned i = 0; i < inputs_; ++i) out.port[i] = table_.lookup(in.dlid[i]);
    if (in.write) table_.set(in.write->lid, in.write->port);
    return out;
  }

 private:
  unsigned inputs_;
  Lid top_;
  Lft table_;
};

}  // namespace

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

std::unique_ptr<LftMachine> make_lft(unsigned inputs, unsigned lid_bits) {
  assert(inputs <= LftIn::kMaxInputs && lid_bits <= 16);
  return std::make_unique<ClockedLft>(inputs, lid_bits);
}

}  // namespace ib
