// SPDX-License-Identifier: Apache-2.0
#include "models/phy/phy_config.h"

#include <sstream>
#include <utility>

#include "models/ib/phy/ber.h"
#include "models/ib/phy/cable_catalogue.h"

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

/// No double holds the error rate that is left here.
constexpr double kSilentSnrDb = 60;

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

struct Faults {
  std::vector<std::string> list;
  void require(bool good, std::string what) {
    if (!good) list.push_back(std::move(what));
  }
  void require_range(double value, double high, const char* name, const char* unit) {
    if (within(value, 0, high)) return;
    std::ostringstream text;
    text << name << ": must lie in 0 .. " << high << unit;
    list.push_back(text.str());
  }
};

void check_modes(LinkRate rate, const PhyConfig& phy, Faults& faults) {
  const Generation generation = rate.generation;
  const std::string generation_name{info(generation).name};
  faults.require(rate.width != Width::k2x || generation >= Generation::kHdr,
                 "link width 2x: used from HDR on, not on " + generation_name);
  faults.require(phy.fec == FecMode::kAuto || allows(generation, phy.fec),
                 "phy.fec: " + std::string{name(phy.fec)} + " is not used on " + generation_name +
                     "; allowed: " + allowed_modes(generation));
}

/// The replay buffer covers only so long a round trip (ib-facts 8.6).
constexpr double kPlrMaxMetres = 30;

void check_plr(LinkRate rate, const PhyConfig& phy, const CableConfig& cable, Faults& faults) {
  const FecMode fec = resolve(phy.fec, rate.generation);
  faults.require(!info(fec).plr || cable.length_m <= kPlrMaxMetres,
                 "phy.fec: " + std::string{name(fec)} +
                     " retransmits over cables up to 30 m; cable.length_m is longer");
}

void check_latency(const PhyConfig& phy, const CableConfig& cable, Faults& faults) {
  faults.require(within(phy.decode_clock_mhz, 1, 10000),
                 "phy.decode_clock_mhz: must lie in 1 .. 10000 MHz");
  faults.require_range(phy.tx_latency_ns, 1000, "phy.tx_latency_ns", " ns");
  faults.require_range(phy.rx_latency_ns, 1000, "phy.rx_latency_ns", " ns");
  faults.require_range(phy.encoder_ns, 1000, "phy.encoder_ns", " ns");
  faults.require_range(cable.length_m, 100000, "cable.length_m", " m");
  faults.require_range(cable.propagation_ns_per_m, 10, "cable.propagation_ns_per_m", " ns/m");
  faults.require_range(cable.end_ns, 1000, "cable.end_ns", " ns");
  faults.require(
      phy.tx_latency_ns + phy.rx_latency_ns + cable_delay_ns(cable) >= kLeastLatencyNs,
      "cable.length_m, phy.tx_latency_ns, phy.rx_latency_ns: a link's latency is at least 1 ns");
}

void check_line(const PhyConfig& phy, const CableConfig& cable, Faults& faults) {
  faults.require_range(phy.pre_fec_ber, 0.5, "phy.pre_fec_ber", "");
  faults.require_range(cable.snr_db, 60, "cable.snr_db", " dB");
  faults.require_range(cable.loss_db, 40, "cable.loss_db", " dB");
  faults.require_range(cable.crosstalk_db, 100, "cable.crosstalk_db", " dB");
  faults.require_range(phy.ctle_peaking_db, 30, "phy.ctle_peaking_db", " dB");
  faults.require_range(phy.jitter_rms_ui, 0.5, "phy.jitter_rms_ui", " UI");
  faults.require_range(phy.dfe_taps, 64, "phy.dfe_taps", "");
}

void check_lanes(LinkRate rate, const CableConfig& cable, Faults& faults) {
  const unsigned count = lanes(rate.width);
  faults.require(cable.inverted_lanes >> count == 0,
                 "cable.inverted_lanes: a link of " + std::to_string(count) +
                     " lanes has bits 0 to " + std::to_string(count - 1) + " alone");
}

FormFactor cage_for(Cage cage, FormFactor plug) {
  if (cage == Cage::kAuto) return plug;
  return static_cast<FormFactor>(static_cast<unsigned>(cage) - 1);
}

std::string catalogue_names() {
  std::string list;
  for (const CableType& type : cable_catalogue()) {
    if (!list.empty()) list += ", ";
    list += type.name;
  }
  return list;
}

void check_type(LinkRate rate, const CableConfig& cable, Faults& faults) {
  if (cable.type.empty()) return;
  const CableType* const type = find_cable_type(cable.type);
  if (type == nullptr) {
    faults.list.push_back("cable.type: \"" + cable.type +
                          "\" is not in the catalogue; allowed: " + catalogue_names());
    return;
  }
  const CablePlan plan{rate, cable.type, cable.length_m, cage_for(cable.near_cage, type->near),
                       cage_for(cable.far_cage, type->far)};
  for (const std::string& fault : ib::faults(plan)) faults.list.push_back("cable.type: " + fault);
}

CableKind kind_of(CableMedium medium) {
  switch (medium) {
    case CableMedium::kCopper:
      return CableKind::kDac;
    case CableMedium::kActiveOptical:
      return CableKind::kAoc;
    default:
      return CableKind::kFibre;
  }
}

}  // namespace

void apply_cable_type(PhyConfig& phy, CableConfig& cable) {
  const CableType* const type = find_cable_type(cable.type);
  if (type == nullptr) return;
  cable.kind = kind_of(type->medium);
  cable.propagation_ns_per_m = type->delay_ns_per_m;
  cable.end_ns = type->end_ns;
  if (phy.pre_fec_ber <= 0 && cable.snr_db <= 0) phy.pre_fec_ber = type->pre_fec_ber;
}

double cable_delay_ns(const CableConfig& cable) {
  const KindDefaults& kind = kKinds[static_cast<std::size_t>(cable.kind)];
  const double per_metre =
      cable.propagation_ns_per_m > 0 ? cable.propagation_ns_per_m : kind.propagation_ns_per_m;
  const double end = cable.end_ns > 0 ? cable.end_ns : kind.end_ns;
  return cable.length_m * per_metre + 2 * end;
}

double line_snr_db(LinkRate rate, const PhyConfig& phy, const CableConfig& cable) {
  if (cable.snr_db > 0) return cable.snr_db;
  if (phy.pre_fec_ber <= 0) return kSilentSnrDb;
  return snr_db_for_ber(info(rate.generation).modulation, phy.pre_fec_ber);
}

double line_ber(LinkRate rate, const PhyConfig& phy, const CableConfig& cable) {
  if (cable.snr_db <= 0) return phy.pre_fec_ber;
  return ber(info(rate.generation).modulation, cable.snr_db);
}

std::vector<std::string> validate(LinkRate rate, const PhyConfig& phy, const CableConfig& cable) {
  Faults faults;
  check_modes(rate, phy, faults);
  check_plr(rate, phy, cable, faults);
  check_latency(phy, cable, faults);
  check_line(phy, cable, faults);
  check_lanes(rate, cable, faults);
  check_type(rate, cable, faults);
  return faults.list;
}

}  // namespace ib::phy
