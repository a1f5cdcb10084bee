// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tlm/packet_store.h"

namespace ib::link {

using ib::kNoSlot;
using ib::PacketStore;
using ib::Slot;
using ib::SlotQueue;
using ib::StoredPacket;

/// Chips take packets in by words of this many bytes.
inline constexpr std::uint32_t kWordBytes = 64;
[[nodiscard]] constexpr std::uint32_t bytes_before_last_word(std::uint32_t wire_bytes) {
  return (wire_bytes - 1) / kWordBytes * kWordBytes;
}

}  // namespace ib::link
