// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "models/fabric/presets/preset.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/report/result_json.h"
#include "testbenches/report/text_table.h"

namespace ib::tb {
namespace {

Table testbench_table() {
  Table table{"testbenches", {{"name", "NAME"}, {"summary", "WHAT IT DOES"}}, {}};
  for (const Testbench& testbench : testbenches()) {
    table.rows.push_back({std::string{testbench.name}, std::string{testbench.summary}});
  }
  return table;
}

/// Long lists of choices would make the table wider than any terminal; JSON holds them all.
std::string allowed_in_table(const Parameter& parameter, bool json) {
  constexpr std::size_t kWidest = 40;
  std::string allowed = allowed_text(parameter);
  if (json || allowed.size() <= kWidest) return allowed;
  return allowed.substr(0, allowed.rfind(" | ", kWidest - 6)) + " | ...";
}

Table parameter_table(bool json) {
  Table table{"parameters",
              {{"path", "PATH"},
               {"default", "DEFAULT"},
               {"allowed", "ALLOWED"},
               {"unit", "UNIT"},
               {"meaning", "MEANING"},
               {"source", "SOURCE"}},
              {}};
  RunConfig config = load({});  // with the presets that a run takes unless told otherwise
  const ParameterTree tree{config};
  for (const Parameter& parameter : tree.parameters()) {
    table.rows.push_back({parameter.path, parameter.default_text, allowed_in_table(parameter, json),
                          std::string{parameter.meta.unit}, std::string{parameter.meta.meaning},
                          std::string{parameter.meta.source}});
  }
  return table;
}

Table preset_table() {
  Table table{"presets",
              {{"name", "NAME"},
               {"kind", "KIND"},
               {"link_rate", "PORT RATE"},
               {"description", "WHAT IT IS"}},
              {}};
  for (const fabric::Preset& preset : fabric::presets()) {
    table.rows.push_back({std::string{preset.name}, std::string{preset.kind},
                          std::string{preset.link_rate}, std::string{preset.description}});
  }
  return table;
}

Table table_of(ListTopic topic, bool json) {
  switch (topic) {
    case ListTopic::kTestbenches:
      return testbench_table();
    case ListTopic::kPresets:
      return preset_table();
    case ListTopic::kParameters:
      return parameter_table(json);
  }
  return {};
}

}  // namespace

int list_command(ListTopic topic, const Terminal& terminal) {
  const Table table = table_of(topic, terminal.json);
  std::fputs((terminal.json ? table_json(table) : aligned(table)).c_str(), stdout);
  return kSuccess;
}

}  // namespace ib::tb
