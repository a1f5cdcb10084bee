// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/result_parameters.h"

#include "testbenches/config/parameter_tree.h"

namespace ib::tb {

std::vector<std::pair<std::string, std::string>> result_parameters(RunConfig config) {
  std::vector<std::pair<std::string, std::string>> values;
  const ParameterTree tree{config};
  for (const Parameter& parameter : tree.parameters()) {
    const bool about_speed = parameter.path == "sim.quantum" || parameter.path == "sim.threads" ||
                             parameter.path == "sim.rtl";
    if (!about_speed) values.emplace_back(parameter.path, value_text(parameter));
  }
  return values;
}

}  // namespace ib::tb
