// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "testbenches/config/run_config.h"
#include "testbenches/wave/vcd_feed.h"

namespace ib::tb {

/// Shortest packet of a run with queue pairs: LRH, BTH, ICRC and VCRC.
inline constexpr std::uint32_t kShortestPacketBytes = 26;

/// Puts Verilated machines in the place of their C++ twins as `sim.rtl` says, comma-separated: in
/// every chip and cable of a fabric any of "vl_arbiter", "vcrc", "islip", "rs_encoder",
/// "rs_decoder", "scrambler", "transcode_256b257b", "transcode_257b256b", "block_sync",
/// "pam4_gray_precoder" and those of an HCA, see hca_rtl_parts.h, and a whole switch by
/// "switch=NAME". Those of the line work where bits are coded, in phy.mode bit_true. Results do not
/// change. `shortest_bytes`: of all packets of the run. Throws ConfigError for another name, a
/// size, code or feature the RTL is not built for, or a build without Verilator. Answers those of
/// the machines that a waveform can show: a switch, its scheduler, arbiters.
std::vector<TracedPart> use_rtl(const RunConfig& config, const fabric::Fabric& fabric,
                                std::uint32_t shortest_bytes = kShortestPacketBytes);

}  // namespace ib::tb
