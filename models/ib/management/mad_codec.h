// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/ib/management/mad_packet.h"
#include "models/ib/packet/packet.h"

namespace ib {

/// Whether a packet is for a management queue pair: an IBA packet with a destination QP of 0 or 1.
[[nodiscard]] bool is_for_management(const Packet& packet);

/// The MAD in a packet for a management queue pair. Nothing if the packet is not a UD SEND Only of
/// 256 bytes, or is on VL15 without being for QP0, or the other way round (ib-facts 1.8).
[[nodiscard]] std::optional<MadPacket> read_mad(const Packet& packet);

/// Makes the packet of a MAD, without GRH; `vl` is 15 for QP0. Identity and CRC state of `packet`
/// are the caller's. The 256 bytes go into a buffer of `pool`.
void write_mad(const MadPacket& mad, Vl vl, PayloadPool& pool, Packet& packet);

}  // namespace ib
