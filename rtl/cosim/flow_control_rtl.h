// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/flow_control.h"

namespace ib::cosim {

/// VLs that it is Verilated for.
inline constexpr unsigned kFlowControlRtlDataVls = 4;

/// rtl/switch/ib_flow_control.sv, Verilated; `timing` for that many VLs.
[[nodiscard]] std::unique_ptr<FlowControlMachine> make_flow_control_rtl(
    const FlowControlTiming& timing);

}  // namespace ib::cosim
