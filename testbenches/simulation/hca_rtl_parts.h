// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/fabric/fabric.h"

namespace ib::tb {

/// Puts a Verilated machine in the place of its C++ twin in every HCA of a fabric: "packet_parser",
/// "packetizer", "psn_checker", "send_scheduler" or "wqe_decoder". False for another name.
[[nodiscard]] bool put_into_hcas(const std::string& machine, const fabric::Fabric& fabric);

}  // namespace ib::tb
