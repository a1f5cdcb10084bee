// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/ib/switching/switch_machine.h"
#include "models/switch/machine_unit.h"
#include "models/switch/switch.h"

namespace ib::sw {

/// The unit that measures a switch's clock and the byte times of its lines without a rest; nothing
/// when the machine cannot count them all in one.
[[nodiscard]] std::optional<MachineUnit> machine_unit(const Switch& chip);

/// What a machine in the place of `chip` is set to. Its unit exists.
[[nodiscard]] SwitchSetup machine_setup(Switch& chip);

/// One sentence for each thing that a machine of these sizes would do otherwise than `chip`, empty
/// when it can take its place. No packet is shorter than `shortest_bytes`, LRH through VCRC.
[[nodiscard]] std::vector<std::string> machine_faults(Switch& chip, const SwitchMachineSizes& sizes,
                                                      std::uint32_t shortest_bytes);

}  // namespace ib::sw
