// SPDX-License-Identifier: Apache-2.0
#include "models/phy/phy_config.h"

namespace ib::phy {
namespace {

struct KindDefaults {
  double propagation_ns_per_m;
  double end_ns;
};

// ib-facts 8.3, by CableKind.
constexpr std::array<KindDefaults, 3> kKinds{{{4.6, 0.0}, {5.0, 3.0}, {4.9, 3.0}}};

/// Chips run ahead of each other by the latency between them, so there must be some.
constexpr double kLeastLatencyNs = 1;

std::string allowed_modes(Generation generation) {
  std::string list;
  for (std::size_t i = 0; i < kFecModes; ++i) {
    const auto mode = static_cast<FecMode>(i);
    if (!allows(generation, mode)) continue;
    if (!list.empty()) list += ", ";
    list += name(mode);
  }
  return list;
}

/// False for NaN too.
bool within(double value, double low, double high) { return value >= low && value <= high; }

}  // namespace

double cable_delay_ns(const CableConfig& cable) {
  const KindDefaults& kind = kKinds[static_cast<std::size_t>(cable.kind)];
  const double per_metre =
      cable.propagation_ns_per_m > 0 ? cable.propagation_ns_per_m : kind.propagation_ns_per_m;
  const double end = cable.end_ns > 0 ? cable.end_ns : kind.end_ns;
  return cable.length_m * per_metre + 2 * end;
}

std::vector<std::string> validate(LinkRate rate, const PhyConfig& phy, const CableConfig& cable) {
  std::vector<std::string> faults;
  const auto require = [&faults](bool good, std::string what) {
    if (!good) faults.push_back(std::move(what));
  };
  const Generation generation = rate.generation;
  const std::string generation_name{info(generation).name};
  require(rate.width != Width::k2x || generation >= Generation::kHdr,
          "link width 2x: used from HDR on, not on " + generation_name);
  require(phy.fec == FecMode::kAuto || allows(generation, phy.fec),
          "phy.fec: " + std::string{name(phy.fec)} + " is not used on " + generation_name +
              "; allowed: " + allowed_modes(generation));
  require(within(phy.pre_fec_ber, 0, 0.5), "phy.pre_fec_ber: must lie in 0 .. 0.5");
  require(within(phy.decode_clock_mhz, 1, 10000), "phy.decode_clock_mhz: must lie in 1 .. 10000");
  require(within(phy.tx_latency_ns, 0, 1000) && within(phy.rx_latency_ns, 0, 1000) &&
              within(phy.encoder_ns, 0, 1000),
          "phy.tx_latency_ns, rx_latency_ns, encoder_ns: must lie in 0 .. 1000 ns");
  require(within(cable.length_m, 0, 100000), "cable.length_m: must lie in 0 .. 100000 m");
  require(within(cable.propagation_ns_per_m, 0, 10),
          "cable.propagation_ns_per_m: must lie in 0 .. 10 ns/m");
  require(within(cable.end_ns, 0, 1000), "cable.end_ns: must lie in 0 .. 1000 ns");
  require(
      phy.tx_latency_ns + phy.rx_latency_ns + cable_delay_ns(cable) >= kLeastLatencyNs,
      "cable.length_m, phy.tx_latency_ns, phy.rx_latency_ns: a link's latency is at least 1 ns");
  return faults;
}

}  // namespace ib::phy
