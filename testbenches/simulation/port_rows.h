// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "testbenches/report/reporter.h"

namespace ib::tb {

/// Adds every cabled port of a fabric to ports.csv. Utilisation is over the time from 0 to `end`.
void report_ports(const fabric::Fabric& fabric, Ticks end, Reporter& reporter);

/// "fabric.sw0.port3".
[[nodiscard]] std::string port_name(const fabric::Fabric& fabric, fabric::PortRef port);

}  // namespace ib::tb
