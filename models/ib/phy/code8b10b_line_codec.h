// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/line_codec.h"

namespace ib {

/// 8b/10b symbols, one to each of `lanes` lanes in turn (SDR to QDR): a packet stands between SDP
/// and EGP or EBP, a flow control packet between SLP and EGP, and what is idle is skip ordered
/// sets. A block is eight symbols. Both ends take the running disparities that a group begins with
/// from the low bits of the scrambler's state, one a lane, and leave there those it ends with.
[[nodiscard]] std::unique_ptr<LineCodec> make_8b10b_line_codec(unsigned lanes);

}  // namespace ib
