// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/link/credits.h"
#include "models/link/packet_store.h"

namespace ib::link {

/// One VL of a port, in both directions.
struct alignas(64) PortLane {
  SlotQueue queue;                ///< Packets to send.
  Cycle fc_next = 0;              ///< First cycle at which the next flow control packet may go.
  Cycle fc_seen = 0;              ///< When the peer's last one came.
  std::uint32_t used_blocks = 0;  ///< Queued, and in transmission until the line is free.
  CreditSender tx;
  CreditReceiver rx;
  bool fc_started = false;  ///< The Op 1 packet has gone.
};

/// What a bad packet added to ABR, to be taken out when its tail shows it bad.
struct Withdrawal {
  Cycle tail;
  std::uint8_t vl;
  std::uint32_t blocks;
};

}  // namespace ib::link
