// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "models/fabric/presets/port_latency.h"
#include "models/fabric/presets/preset.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/report/result_json.h"
#include "testbenches/report/text_table.h"

namespace ib::tb {
namespace {

std::string_view confidence_text(char confidence) {
  switch (confidence) {
    case 'H':
      return "high";
    case 'M':
      return "medium";
    default:
      return "low";
  }
}

/// Sources of defaults end in their confidence: "ib-facts 9.1 L".
char confidence_of(const Parameter& parameter) {
  return parameter.meta.source.empty() ? 'L' : parameter.meta.source.back();
}

/// Values of the product first, then what the model's defaults add below the same group.
Table table_of(const fabric::Preset& preset) {
  Table table{std::string{preset.name},
              {{"path", "PATH"},
               {"value", "VALUE"},
               {"unit", "UNIT"},
               {"confidence", "CONFIDENCE"},
               {"source", "SOURCE"}},
              {}};
  RunConfig config;
  ParameterTree tree{config};
  for (const fabric::PresetValue& value : preset.values) {
    tree.set(value.path, value.value, "preset");
  }
  const auto value_of = [&preset](const std::string& path) {
    for (const fabric::PresetValue& value : preset.values) {
      if (value.path == path) return &value;
    }
    return static_cast<const fabric::PresetValue*>(nullptr);
  };
  const std::string group = std::string{preset.kind} + ".";
  for (const Parameter& parameter : tree.parameters()) {
    const fabric::PresetValue* const given = value_of(parameter.path);
    if (given == nullptr && parameter.path.compare(0, group.size(), group) != 0) continue;
    const std::string source = given != nullptr ? std::string{given->source}
                                                : fmt::format("default: {}", parameter.meta.source);
    table.rows.push_back({parameter.path, value_text(parameter), std::string{parameter.meta.unit},
                          std::string{confidence_text(given != nullptr ? given->confidence
                                                                       : confidence_of(parameter))},
                          source});
  }
  return table;
}

/// Where the time from port to port of an idle switch goes.
void print_latency(const fabric::Preset& preset) {
  RunConfig config;
  ParameterTree tree{config};
  for (const fabric::PresetValue& value : preset.values) {
    tree.set(value.path, value.value, "preset");
  }
  const auto shares =
      fabric::port_latency(config.sw, config.phy, *link_rate_from_name(preset.link_rate));
  Table table{"latency", {{"part", "PORT TO PORT"}, {"ns", "ns"}}, {}};
  for (const fabric::LatencyShare& share : shares) {
    table.rows.push_back({std::string{share.part}, fmt::format("{:.1f}", share.ns)});
  }
  table.rows.push_back({"idle switch", fmt::format("{:.1f}", fabric::total_ns(shares))});
  if (preset.published_without_fec) {
    config.phy.fec = FecMode::kNone;
    const auto plain =
        fabric::port_latency(config.sw, config.phy, *link_rate_from_name(preset.link_rate));
    table.rows.push_back({"without FEC", fmt::format("{:.1f}", fabric::total_ns(plain))});
  }
  if (preset.published_latency_ns > 0) {
    table.rows.push_back({"published", std::string{preset.published_as}});
  }
  fmt::print("\n{}", aligned(table));
}

}  // namespace

int describe_command(const std::string& name, const Terminal& terminal) {
  const fabric::Preset& preset = fabric::preset(name);
  const Table table = table_of(preset);
  if (terminal.json) {
    std::fputs(table_json(table).c_str(), stdout);
    return kSuccess;
  }
  fmt::print("{}: {}, ports of {}\n\n{}", preset.name, preset.description, preset.link_rate,
             aligned(table));
  if (preset.kind == "switch") print_latency(preset);
  return kSuccess;
}

}  // namespace ib::tb
