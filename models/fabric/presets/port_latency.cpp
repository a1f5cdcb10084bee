// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/presets/port_latency.h"

#include "models/phy/phy.h"
#include "tlm/time.h"

namespace ib::fabric {
namespace {

constexpr std::uint32_t kHeaderWord = 64;  ///< Bytes that are in before the header is parsed.

}  // namespace

std::vector<LatencyShare> port_latency(const sw::SwitchConfig& config, const phy::PhyConfig& phy,
                                       LinkRate rate) {
  const phy::PhyLatency line = phy::Phy{rate, phy, phy::CableConfig{}, 0, "line"}.parts();
  const double cycle = 1000 / config.core_clock_mhz;
  return {{"deserialiser and PCS", ns_from_ticks(line.receive)},
          {"FEC codeword", ns_from_ticks(line.fill)},
          {"FEC decoder", ns_from_ticks(line.decode)},
          {"first 64 bytes", ns_from_ticks(kHeaderWord * byte_ticks(rate))},
          {"header parse", config.parse_cycles * cycle},
          {"forwarding table", config.lookup_cycles * cycle},
          {"matching", cycle},
          {"crossbar", config.crossbar_cycles * cycle},
          {"egress queue", config.egress_cycles * cycle},
          {"FEC encoder", ns_from_ticks(line.encode)},
          {"PCS and serialiser", ns_from_ticks(line.transmit)}};
}

double total_ns(const std::vector<LatencyShare>& shares) {
  double sum = 0;
  for (const LatencyShare& share : shares) sum += share.ns;
  return sum;
}

}  // namespace ib::fabric
