// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

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
};

/// The line codec that runs through these machines, with the same bits as make_line_codec. Null
/// unless the mode's code is RS(544,514), which is what the machines are built for.
[[nodiscard]] std::unique_ptr<LineCodec> make_line_codec(FecMode mode, LineMachines machines);

}  // namespace ib
