// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "models/ib/switching/switch_machine.h"

namespace ib::cosim {

/// Blocks of the RTL switch that rtl/mutants.txt has a mutant of.
inline constexpr std::array<std::string_view, 12> kSwitchMutants{
    "switch",    "ingress",      "lft",        "sl2vl",        "crossbar",      "egress",
    "credit_rx", "flow_control", "line_check", "packet_table", "packet_sender", "head_watch"};

inline constexpr SwitchMachineSizes kSwitchMutantSizes{2, 2, 24, 20, 1, 1, 1, 1, 1};

/// A switch of two ports with one block replaced by its mutant.
[[nodiscard]] std::unique_ptr<SwitchMachine> make_switch_mutant(unsigned block);

}  // namespace ib::cosim
