// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/switching/egress.h"

namespace ib::cosim {

/// The size it is Verilated in.
inline constexpr unsigned kEgressRtlDataVls = 4;
inline constexpr unsigned kEgressRtlBlocks = 24;
inline constexpr unsigned kEgressRtlCrossbar = 3;
inline constexpr unsigned kEgressRtlEgress = 2;
inline constexpr unsigned kEgressRtlEntries = 8;

/// rtl/switch/ib_egress.sv, Verilated; `sizes` of that size, any times, tables of that length.
[[nodiscard]] std::unique_ptr<EgressMachine> make_egress_rtl(const EgressSizes& sizes);

}  // namespace ib::cosim
