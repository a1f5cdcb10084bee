// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "models/ib/machine.h"
#include "models/ib/phy/transcode.h"

namespace ib {

struct Transcode257b256bIn {
  bool valid = false;  ///< A block of 257 bits is on the pins.
  Block257 block;
  bool ready = false;  ///< The result is taken.
};

struct Transcode257b256bOut {
  bool ready = false;                ///< The block is taken.
  std::optional<BlockGroup> blocks;  ///< Stand until they are taken.
};

/// `transcode_back` as a clocked block, a group a clock; what no four blocks make comes out as four
/// lost blocks (line_codec.h). Its RTL twin is rtl/phy/ib_transcode_257b256b.sv.
using Transcode257b256b = Machine<Transcode257b256bIn, Transcode257b256bOut>;
[[nodiscard]] std::unique_ptr<Transcode257b256b> make_transcode_257b256b();

}  // namespace ib
