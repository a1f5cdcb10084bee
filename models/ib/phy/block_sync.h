// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/machine.h"

namespace ib {

struct BlockSyncIn {
  bool valid = false;        ///< A header is on the pins.
  bool header_good = false;  ///< It is 01 or 10.
};

struct BlockSyncOut {
  bool locked = false;
  bool slip = false;  ///< Move the block boundary by one bit.
};

/// Finds the block boundary (IEEE 802.3 clause 49.2.9): locks after 64 good headers in a row,
/// unlocks on 16 bad within 64; unlocked, slips at each bad header.
using BlockSync = Machine<BlockSyncIn, BlockSyncOut>;

[[nodiscard]] std::unique_ptr<BlockSync> make_block_sync();

}  // namespace ib
