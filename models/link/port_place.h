// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tlm/time.h"

namespace ib::link {

/// Where a port stands in its chip.
struct PortPlace {
  unsigned entity = 0;       ///< Its number in the chip's agenda, and its inbox.
  std::uint16_t number = 1;  ///< Port number as users see it.
  Cycle receive_cycles = 0;  ///< Receive pipeline: word in to word usable, all transfers alike.
  std::uint32_t tx_buffer_blocks = 256;  ///< Room for packets waiting to be sent, per VL.
  std::uint32_t rx_pool_blocks = 0;      ///< Receive buffer that the VLs share, besides their own.
  bool receive_whole = false;  ///< The chip looks at a packet when its tail is in, not before.
};

}  // namespace ib::link
