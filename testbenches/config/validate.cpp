// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "models/fabric/config_error.h"
#include "models/ib/base/types.h"
#include "models/ib/link/generation.h"
#include "testbenches/config/quantum.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;

void require_sound_topology(const TestbenchConfig& testbench) {
  const bool names_nodes = !testbench.from.empty() || !testbench.to.empty();
  if (testbench.topology.empty()) {
    if (names_nodes) {
      throw ConfigError(
          "testbench.from and testbench.to name nodes of a topology, give testbench.topology as "
          "well");
    }
    return;
  }
  if (testbench.from.empty() != testbench.to.empty()) {
    throw ConfigError("testbench.from and testbench.to go together, one of them is missing");
  }
  if (names_nodes && testbench.from == testbench.to) {
    throw ConfigError(
        fmt::format("testbench.from and testbench.to are the same node '{}'", testbench.from));
  }
}

/// The rate of the links: that of a line testbench may be of another generation. A name that is no
/// generation is left to whoever needs it.
LinkRate link_rate_of(const TestbenchConfig& testbench, LinkRate rate) {
  std::string name = testbench.generation;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  rate.generation = generation_from_name(name).value_or(rate.generation);
  return rate;
}

/// Raises the first fault a model's own validation found.
void require_none(std::string_view group, const std::vector<std::string>& faults) {
  if (!faults.empty()) throw ConfigError(fmt::format("{}: {}", group, faults.front()));
}

/// Lanes that are crossed carry nothing until training has put them right.
void require_training(const link::LinkConfig& link, const phy::CableConfig& cable) {
  const bool crossed = cable.reversed_lanes || cable.inverted_lanes != 0;
  if (!crossed || link.training != link::TrainingMode::kNone) return;
  throw ConfigError(
      "cable.reversed_lanes and cable.inverted_lanes need link.training = skip, fast or full");
}

}  // namespace

void require_valid(const RunConfig& config) {
  static_cast<void>(parse_quantum(config.sim.quantum));
  if (!mtu_from_bytes(config.testbench.mtu_bytes)) {
    throw ConfigError(
        fmt::format("testbench.mtu_bytes = {}: allowed: 256 | 512 | 1024 | 2048 | 4096 bytes",
                    config.testbench.mtu_bytes));
  }
  const auto rate = link_rate_from_name(config.testbench.link_rate);
  if (!rate) {
    throw ConfigError(
        fmt::format("testbench.link_rate = {}: allowed: auto with a preset, or 1x | 2x | 4x | 8x | "
                    "12x and SDR to GDR, such as 4xNDR",
                    fabric::printable(config.testbench.link_rate)));
  }
  require_sound_topology(config.testbench);
  require_none("link", link::validate(config.link));
  require_none("switch", sw::validate(config.sw, config.link));
  require_none("hca", hca::validate(config.hca));
  phy::CableConfig cable = config.cable;
  if (!config.testbench.topology.empty()) cable.type.clear();  // its cables have rates of their own
  require_training(config.link, cable);
  require_none("phy", phy::validate(link_rate_of(config.testbench, *rate), config.phy, cable));
}

}  // namespace ib::tb
