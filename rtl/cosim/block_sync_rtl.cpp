// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/block_sync_rtl.h"

#include <Vib_block_sync.h>

#include "rtl/cosim/clocked.h"

namespace ib::cosim {
namespace {

class BlockSyncRtl final : public BlockSync {
 public:
  BlockSyncRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  BlockSyncOut step(const BlockSyncIn& in) override {
    Vib_block_sync& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    pins.header_good_i = in.header_good ? 1 : 0;
    block_.settle();
    const BlockSyncOut out{pins.locked_o != 0, pins.slip_o != 0};
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_block_sync> block_;
};

}  // namespace

std::unique_ptr<BlockSync> make_block_sync_rtl() { return std::make_unique<BlockSyncRtl>(); }

}  // namespace ib::cosim
