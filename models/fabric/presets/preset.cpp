// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/presets/preset.h"

#include <string>

#include "models/fabric/config_error.h"
#include "models/fabric/presets/hca_presets.h"
#include "models/fabric/presets/switch_presets.h"

namespace ib::fabric {
namespace {

constexpr std::array<Preset, 10> kPresets{{
    {"connectx5", "hca", "ConnectX-5 host channel adapter, EDR", "4xEDR", PresetValues(kConnectX5)},
    {"connectx6", "hca", "ConnectX-6 host channel adapter, HDR", "4xHDR", PresetValues(kConnectX6)},
    {"connectx7", "hca", "ConnectX-7 host channel adapter, NDR", "4xNDR", PresetValues(kConnectX7)},
    {"connectx8", "hca", "ConnectX-8 host channel adapter, XDR", "4xXDR", PresetValues(kConnectX8)},
    {"connectx9", "hca", "ConnectX-9 host channel adapter, announced, GDR", "4xGDR",
     PresetValues(kConnectX9)},
    {"switch-ib2", "switch", "Switch-IB 2, 36 ports EDR", "4xEDR", PresetValues(kSwitchIb2), 90,
     "< 90 ns without FEC, ib-facts 9.1 L", true},
    {"quantum", "switch", "Quantum QM8700, 40 ports HDR", "4xHDR", PresetValues(kQuantum), 130,
     "< 130 ns, ib-facts 9.1 L"},
    {"quantum2", "switch", "Quantum-2 QM9700, 64 ports NDR", "4xNDR", PresetValues(kQuantum2), 150,
     "< 150 ns by third parties, ib-facts 9.1 L"},
    {"quantum-x800", "switch", "Quantum-X800 Q3400, 144 ports XDR", "4xXDR",
     PresetValues(kQuantumX800)},
    {"quantum-x1600", "switch", "Quantum-X1600, announced, 144 ports GDR", "4xGDR",
     PresetValues(kQuantumX1600)},
}};

std::string names(std::string_view kind) {
  std::string list;
  for (const Preset& each : kPresets) {
    if (!kind.empty() && each.kind != kind) continue;
    list += (list.empty() ? "" : ", ") + std::string(each.name);
  }
  return list;
}

}  // namespace

TableView<Preset> presets() { return TableView<Preset>(kPresets); }

const Preset& preset(std::string_view name, std::string_view kind) {
  for (const Preset& each : kPresets) {
    if (each.name == name && (kind.empty() || each.kind == kind)) return each;
  }
  const std::string what = kind.empty() ? "preset" : std::string(kind) + " preset";
  throw ConfigError({{}, 0, {}, std::string(name), "no such " + what, names(kind)});
}

}  // namespace ib::fabric
