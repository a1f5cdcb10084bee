// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/generation.h"
#include "models/ib/phy/block_sync.h"
#include "models/ib/phy/fec.h"
#include "models/ib/phy/line_codec.h"
#include "models/ib/phy/rs_decoder.h"
#include "models/ib/phy/rs_encoder.h"
#include "models/ib/phy/scrambler.h"
#include "models/ib/phy/transcode_256b257b.h"
#include "models/ib/phy/transcode_257b256b.h"

namespace ib {

/// Clocked blocks in the place of the functions of a line codec; null keeps the function.
struct LineMachines {
  std::unique_ptr<Transcode256b257b> transcode;
  std::unique_ptr<Transcode257b256b> transcode_back;
  std::unique_ptr<ScramblerMachine> scrambler;  ///< Serves both ends.
  std::unique_ptr<RsEncoder> encoder;
  std::unique_ptr<RsDecoder> decoder;
  std::unique_ptr<BlockSync> block_sync;
};

/// Whether a line has place for `block_sync`, which aligns blocks without FEC, or for all others,
/// which are built for RS(544,514).
[[nodiscard]] bool codes_plain_blocks(FecMode mode, LinkRate rate);
[[nodiscard]] bool codes_rs_544_514(FecMode mode);

/// The line codec that runs through these machines, with the same bits as make_line_codec. Null for
/// a line that has no place for any.
[[nodiscard]] std::unique_ptr<LineCodec> make_line_codec(FecMode mode, LinkRate rate,
                                                         LineMachines machines);

}  // namespace ib
