// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/types.h"

namespace ib {

/// What a responder looks at in a request packet.
struct RequestView {
  std::uint8_t opcode = 0;
  Psn psn;
  std::uint32_t payload_bytes = 0;
  std::uint64_t address = 0;  ///< RETH or AtomicETH.
  std::uint32_t rkey = 0;
  std::uint32_t dma_length = 0;
};

}  // namespace ib
