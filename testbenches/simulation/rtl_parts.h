// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/fabric/fabric.h"

namespace ib::tb {

/// Puts Verilated machines in the place of their C++ twins in every chip and cable of a fabric: any
/// of "vl_arbiter", "vcrc", "islip", "rs_encoder", "rs_decoder", "scrambler", "transcode_256b257b",
/// "transcode_257b256b" and those of an HCA, see hca_rtl_parts.h, comma-separated. Those of the
/// line work where bits are coded, in phy.mode bit_true. Results do not change. Throws ConfigError
/// for another name, a size or code the RTL is not built for, or a build without Verilator.
void use_rtl(const std::string& machines, const fabric::Fabric& fabric);

}  // namespace ib::tb
