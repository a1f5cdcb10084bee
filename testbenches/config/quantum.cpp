// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/quantum.h"

#include <fmt/format.h>

#include "models/fabric/config_error.h"
#include "testbenches/config/number.h"
#include "testbenches/config/unit.h"

namespace ib::tb {

Quantum parse_quantum(std::string_view text) {
  if (text == "max") return {};
  if (text == "1cycle") return {Quantum::Kind::kOneCycle, 0};
  const NumberText number = split_number(text);
  const auto factor = number.value ? unit_factor(number.unit, "ns") : std::nullopt;
  if (!factor || !(*number.value > 0)) {
    throw fabric::ConfigError(fmt::format(
        "sim.quantum = {}: allowed: max | 1cycle | a time above 0 with its unit (250ns)", text));
  }
  return {Quantum::Kind::kTime, *number.value * *factor};
}

}  // namespace ib::tb
