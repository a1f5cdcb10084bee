// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/base/bytes.h"
#include "models/ib/packet/packet.h"

namespace ib::phy {

/// Gives `packet`, as it was sent, the bytes LRH..VCRC in which it came. False, and the packet
/// stays as it is, when the receiving port refuses them: length other than PktLen or VCRC mismatch.
/// A wrong ICRC goes along in `icrc_error` for the end node to find.
[[nodiscard]] bool take_received(ByteView wire, Packet& packet);

}  // namespace ib::phy
