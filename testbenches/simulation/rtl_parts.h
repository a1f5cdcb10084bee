// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/fabric/fabric.h"

namespace ib::tb {

/// Puts Verilated machines in the place of their C++ twins in every chip of a fabric: any of
/// "vl_arbiter", "vcrc" and "islip", comma-separated. Results do not change. Throws ConfigError for
/// another name, a size the RTL is not built for, or a build without Verilator.
void use_rtl(const std::string& machines, const fabric::Fabric& fabric);

}  // namespace ib::tb
