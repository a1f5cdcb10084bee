// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/vl_arbiter.h"

#include <algorithm>

namespace ib {

VlArbTables equal_vl_shares(unsigned count, std::uint8_t weight) {
  VlArbTables tables;
  for (unsigned vl = 0; vl < count; ++vl) {
    tables.low.push_back({Vl{static_cast<std::uint8_t>(vl)}, weight});
  }
  return tables;
}

VlArbTable::VlArbTable(const std::vector<VlArbEntry>& entries) {
  const std::size_t used = std::min<std::size_t>(entries.size(), kVlArbMaxEntries);
  for (std::size_t i = 0; i < used; ++i) {
    const unsigned vl = entries[i].vl.value();
    if (vl >= kDataVls || entries[i].weight == 0) continue;
    vl_[i] = entries[i].vl;
    weight_[i] = entries[i].weight;
    entries_of_[vl] |= std::uint64_t{1} << i;
    vls_ = static_cast<std::uint16_t>(vls_ | 1u << vl);
  }
}

// A limit of 0 lets one packet of any size pass: the same as a budget of one block.
VlArbiter::VlArbiter(const VlArbTables& tables)
    : high_(tables.high),
      low_(tables.low),
      unlimited_(tables.high_limit == kHighLimitUnlimited),
      high_budget_(std::max(1, static_cast<int>(tables.high_limit * kHighLimitBlocks))),
      high_left_(high_budget_) {}

void VlArbiter::reset() {
  high_.reset();
  low_.reset();
  high_left_ = high_budget_;
}

namespace {

class ClockedVlArbiter final : public VlArbiterMachine {
 public:
  explicit ClockedVlArbiter(const VlArbTables& tables) : arbiter_(tables) {}

  void reset() override { arbiter_.reset(); }

  VlArbiterOut step(const VlArbiterIn& in) override {
    const std::optional<VlArbiter::Choice> choice = arbiter_.pick(in.sendable);
    if (!choice) return {};
    if (in.ready) arbiter_.charge(*choice, in.blocks[choice->vl.value()]);
    return {choice->vl};
  }

 private:
  VlArbiter arbiter_;
};

}  // namespace

std::unique_ptr<VlArbiterMachine> make_vl_arbiter(const VlArbTables& tables) {
  return std::make_unique<ClockedVlArbiter>(tables);
}

}  // namespace ib
