// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/block_sync.h"
#include "models/ib/phy/line_codec.h"

namespace ib {

/// 64b/66b blocks as they are: header 01 or 10, scrambled payload. `sync` judges the headers of the
/// blocks in their order on the line: a block passes when its header is good while it is locked. It
/// is locked when a group begins; when it loses the lock, the rest of the group is lost.
[[nodiscard]] std::unique_ptr<LineCodec> make_plain_line_codec(std::unique_ptr<BlockSync> sync);

}  // namespace ib
