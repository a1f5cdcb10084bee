// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "models/fabric/config_error.h"
#include "models/fabric/ibnetdiscover.h"
#include "testbenches/fuzz/fuzz_targets.h"

namespace ib::tb {

void fuzz_ibnetdiscover(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const auto imported = fabric::parse_ibnetdiscover(text, "fuzz");
    require(!imported.topology.nodes().empty());
  } catch (const fabric::ConfigError& error) {
    const std::string message = error.what();
    require(!message.empty() && message.find('\n') == std::string::npos);
  }
}

}  // namespace ib::tb
