// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/line_codec.h"

namespace ib {

/// Firecode(2112,2080) on every lane by itself (IEEE 802.3 clause 74): block i of a group goes to
/// lane i modulo `lanes`, scrambled, 32 to a codeword. A codeword that fails takes its blocks
/// alone.
[[nodiscard]] std::unique_ptr<LineCodec> make_firecode_line_codec(unsigned lanes);

}  // namespace ib
