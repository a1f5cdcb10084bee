// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/vl_arbiter_rtl.h"

#include <Vib_vl_arbiter.h>

#include <algorithm>
#include <utility>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"
#include "rtl/cosim/traceable.h"

namespace ib::cosim {
namespace {

constexpr unsigned kVlBits = 4;
constexpr unsigned kEntryBits = 12;
constexpr unsigned kBlockBits = 8;

template <class Vector>
void store_table(Vector& vector, const std::vector<VlArbEntry>& entries) {
  const std::size_t used = std::min<std::size_t>(entries.size(), kVlArbMaxEntries);
  for (unsigned i = 0; i < used; ++i) {
    const std::uint64_t bits = entries[i].vl.value() | std::uint64_t{entries[i].weight} << kVlBits;
    store_field(vector, i * kEntryBits, kEntryBits, bits);
  }
}

class VlArbiterRtl final : public VlArbiterMachine, public Traceable {
 public:
  explicit VlArbiterRtl(const VlArbTables& tables) {
    store_table(block_.pins().high_table_i, tables.high);
    store_table(block_.pins().low_table_i, tables.low);
    block_.pins().high_limit_i = tables.high_limit;
    block_.reset();
  }

  void trace(std::function<std::uint64_t()> now, std::string& vcd) override {
    block_.trace(std::move(now), vcd);
  }

  void reset() override { block_.reset(); }

  VlArbiterOut step(const VlArbiterIn& in) override {
    Vib_vl_arbiter& pins = block_.pins();
    pins.sendable_i = in.sendable & 0x7FFF;
    for (unsigned vl = 0; vl < kDataVls; ++vl) {
      store_field(pins.blocks_i, vl * kBlockBits, kBlockBits, in.blocks[vl]);
    }
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    VlArbiterOut out;
    if (pins.valid_o != 0) out.vl = Vl{pins.vl_o};
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_vl_arbiter> block_;
};

}  // namespace

std::unique_ptr<VlArbiterMachine> make_vl_arbiter_rtl(const VlArbTables& tables) {
  return std::make_unique<VlArbiterRtl>(tables);
}

}  // namespace ib::cosim
