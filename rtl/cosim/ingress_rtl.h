// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/switching/ingress.h"

namespace ib::cosim {

/// The size it is Verilated in.
inline constexpr unsigned kIngressRtlPorts = 4;
inline constexpr unsigned kIngressRtlDataVls = 2;
inline constexpr unsigned kIngressRtlBlocks = 24;
inline constexpr unsigned kIngressRtlRouteCycles = 5;

/// rtl/switch/ib_ingress.sv, Verilated; `sizes` of that size, any times.
[[nodiscard]] std::unique_ptr<IngressMachine> make_ingress_rtl(const IngressSizes& sizes);

}  // namespace ib::cosim
