// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/load.h"

#include <fmt/format.h>

#include <optional>

#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/presets/preset.h"
#include "models/ib/link/generation.h"
#include "testbenches/config/config_file.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/config/validate.h"

namespace ib::tb {
namespace {

constexpr std::string_view kPresetGroup = "preset.";

/// The line of a link is chosen with the link as well as with its physical layer.
std::string_view path_of(const Assignment& assignment) {
  return assignment.path == "link.phy" ? "phy.mode" : std::string_view{assignment.path};
}

std::string link_rate_name(LinkRate rate) {
  return fmt::format("{}x{}", lanes(rate.width), info(rate.generation).name);
}

/// Sets the values of one preset and keeps the slower of its port's rate and `slowest`.
void apply_preset(const std::string& name, std::string_view kind, ParameterTree& tree,
                  std::optional<LinkRate>& slowest) {
  if (name == "none") return;
  const fabric::Preset& preset = fabric::preset(name, kind);
  for (const fabric::PresetValue& value : preset.values) {
    tree.set(value.path, value.value, fmt::format("preset {}", name));
  }
  const auto rate = link_rate_from_name(preset.link_rate);
  const auto speed = [](LinkRate r) { return data_rate_gbps(r.generation, r.width).value(); };
  if (rate && (!slowest || speed(*rate) < speed(*slowest))) slowest = rate;
}

}  // namespace

Assignment parse_assignment(const std::string& text, const std::string& origin) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw fabric::ConfigError(
        fmt::format("{} {}: expected path.to.parameter=value", origin, fabric::printable(text)));
  }
  return {text.substr(0, equals), text.substr(equals + 1), origin};
}

std::vector<Assignment> assignments_of(const std::filesystem::path& file) {
  std::vector<Assignment> assignments;
  read_config_file(
      file, [&](std::string_view path, std::string_view text, std::string_view origin) {
        assignments.push_back({std::string{path}, std::string{text}, std::string{origin}});
        const bool names_file =
            path == "fabric.routing_file" || path == "trace.file" ||
            (path == "traffic.sizes" && text.find(".cdf") != std::string_view::npos) ||
            (path == "testbench.topology" && !fabric::names_plan(std::string{text}));
        if (names_file && !text.empty()) {
          assignments.back().text = (file.parent_path() / text).string();
        }
      });
  return assignments;
}

RunConfig load(const std::vector<Assignment>& assignments) {
  RunConfig config;
  ParameterTree tree{config};
  for (const Assignment& a : assignments) {
    if (a.path.compare(0, kPresetGroup.size(), kPresetGroup) == 0)
      tree.set(a.path, a.text, a.origin);
  }
  std::optional<LinkRate> slowest;
  apply_preset(config.preset.hca, "hca", tree, slowest);
  apply_preset(config.preset.sw, "switch", tree, slowest);
  for (const Assignment& a : assignments) tree.set(path_of(a), a.text, a.origin);
  if (config.testbench.link_rate == "auto" && slowest) {
    config.testbench.link_rate = link_rate_name(*slowest);
  }
  require_valid(config);
  return config;
}

}  // namespace ib::tb
