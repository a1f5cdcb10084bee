// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "models/fabric/grid.h"
#include "models/fabric/topology.h"

namespace ib::fabric {

/// A cable plan and, where its switches lie in a grid, their coordinates.
struct FabricPlan {
  Topology topology;
  std::optional<Grid> grid;
};

/// What named_plan() understands: "fattree2:RADIX[,leaves=N], fattree3:RADIX, ...".
[[nodiscard]] std::string plan_grammar();

/// True for a text such as "torus:4x4" or "torsu:4": letters and digits, then a colon. All others
/// are files.
[[nodiscard]] bool names_plan(const std::string& text);

/// A made-up plan by its name, NAME:SIZES[,KEY=SIZES].., with all cables alike. Throws ConfigError,
/// which names what is allowed, for a text that is no such name.
[[nodiscard]] FabricPlan named_plan(const std::string& text, const CableInfo& cable = {});

/// A made-up plan where the text names one, else that of a file: our own where its name ends in
/// .toml, else a net file of ibsim or a dump of ibnetdiscover, by its content.
[[nodiscard]] FabricPlan load_plan(const std::string& text, const CableInfo& cable = {});

}  // namespace ib::fabric
