// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/line_choice.h"

#include "models/fabric/config_error.h"
#include "testbenches/ber/ber_sweep.h"

namespace ib::tb {

LinkRate line_rate_of(const TestbenchConfig& bench) {
  LinkRate rate = link_rate_from_name(bench.link_rate).value_or(LinkRate{});
  if (bench.generation.empty()) return rate;
  const auto generation = generation_of(bench.generation);
  if (!generation) {
    throw fabric::ConfigError(fabric::ConfigFault{"", 0, "testbench.generation", bench.generation,
                                                  "is no generation", "sdr .. gdr"});
  }
  rate.generation = *generation;
  return rate;
}

void refuse_line_faults(LinkRate rate, const phy::PhyConfig& phy, const phy::CableConfig& cable) {
  for (const std::string& fault : phy::validate(rate, phy, cable)) {
    throw fabric::ConfigError(fault);
  }
}

}  // namespace ib::tb
