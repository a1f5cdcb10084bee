// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/ib/base/parameter.h"
#include "models/ib/link/generation.h"
#include "models/ib/phy/fec.h"

namespace ib::phy {

/// How line errors come about: never, by the closed forms of ib-facts 10.3, or bit by bit.
enum class PhyMode : std::uint8_t { kIdeal, kStatistical, kBitTrue };

enum class CableKind : std::uint8_t { kDac, kAoc, kFibre };

/// The cage a cable's end is plugged into; auto: one that fits the cable.
enum class Cage : std::uint8_t {
  kAuto,
  kQsfpPlus,
  kQsfp28,
  kQsfp56,
  kQsfp112,
  kOsfp,
  kOsfp224,
  kOsfpXd,
  kCxp,
};

/// Physical layer at the two ends of one link direction.
struct PhyConfig {
  PhyMode mode = PhyMode::kIdeal;
  FecMode fec = FecMode::kAuto;
  double pre_fec_ber = 0;
  double tx_latency_ns = 10;
  double encoder_ns = 3;
  double rx_latency_ns = 15;
  std::uint32_t decode_cycles = 34;
  double decode_clock_mhz = 1000;
  double ctle_peaking_db = 0;
  std::uint32_t dfe_taps = 0;
  double jitter_rms_ui = 0;
  bool precoder = false;
};

struct CableConfig {
  CableKind kind = CableKind::kDac;
  double length_m = 2;
  double propagation_ns_per_m = 0;
  double end_ns = 0;
  double snr_db = 0;
  double loss_db = 0;
  double crosstalk_db = 0;
  std::string type{};
  Cage near_cage = Cage::kAuto;
  Cage far_cage = Cage::kAuto;
  bool reversed_lanes = false;
  std::uint32_t inverted_lanes = 0;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, PhyConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("mode", c.mode, Meta{"", 0, 2, "Where line errors come from", "design 4"});
  v("fec", c.fec,
    Meta{"", 0, 17, "Error correction; auto takes the generation's", "ib-facts 8.2 M"});
  v("pre_fec_ber", c.pre_fec_ber,
    Meta{"", 0, 0.5, "Line bit error rate where the cable gives no SNR", "ib-facts 8.5 M"});
  v("tx_latency_ns", c.tx_latency_ns,
    Meta{"ns", 0, 1000, "Link layer to line: PCS and serialiser", "ib-facts 8.3 L"});
  v("encoder_ns", c.encoder_ns, Meta{"ns", 0, 1000, "Error correction encoder", "ib-facts 8.3 M"});
  v("rx_latency_ns", c.rx_latency_ns,
    Meta{"ns", 0, 1000, "Line to link layer: deserialiser and PCS", "ib-facts 8.3 L"});
  v("decode_cycles", c.decode_cycles,
    Meta{"cycles", 0, 10000, "Decoder after the codeword is in", "ib-facts 8.3 M"});
  v("decode_clock_mhz", c.decode_clock_mhz,
    Meta{"MHz", 1, 10000, "Decoder clock", "ib-facts 8.3 M"});
  v("ctle_peaking_db", c.ctle_peaking_db,
    Meta{"dB", 0, 30, "Receive equaliser: gain at Nyquist; bit_true", ""});
  v("dfe_taps", c.dfe_taps, Meta{"", 0, 64, "Decision feedback taps; bit_true", ""});
  v("jitter_rms_ui", c.jitter_rms_ui,
    Meta{"UI", 0, 0.5, "Sampling jitter in symbol times; bit_true", ""});
  v("precoder", c.precoder, Meta{"", 0, 1, "PAM4 precoder 1/(1+D); bit_true", "ib-facts 8.4 H"});
}

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, CableConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("kind", c.kind,
    Meta{"", 0, 2, "Passive copper, active optical cable or fibre", "ib-facts 8.3 M"});
  v("length_m", c.length_m, Meta{"m", 0, 100000, "Cable length", ""});
  v("propagation_ns_per_m", c.propagation_ns_per_m,
    Meta{"ns/m", 0, 10, "Delay of a metre; 0 takes the kind's: 4.6, 5.0, 4.9", "ib-facts 8.3 M"});
  v("end_ns", c.end_ns,
    Meta{"ns", 0, 1000, "Delay of the plug at each end; 0 takes the kind's: 0, 3, 3",
         "ib-facts 8.3 L"});
  v("snr_db", c.snr_db,
    Meta{"dB", 0, 60, "Symbol energy over noise at the receiver; 0 follows phy.pre_fec_ber",
         "ib-facts 10.4 H"});
  v("loss_db", c.loss_db, Meta{"dB", 0, 40, "Loss at the Nyquist frequency; bit_true", ""});
  v("crosstalk_db", c.crosstalk_db,
    Meta{"dB", 0, 100, "Symbol energy over crosstalk, 0 for none; bit_true", ""});
  v("type", c.type,
    Meta{"", 0, 0,
         "Type of the catalogue: gives kind, delay and error rate, refuses what does not fit",
         "ib-facts 8 L"});
  v("near_cage", c.near_cage, Meta{"", 0, 8, "Cage at the first end; auto fits the type", ""});
  v("far_cage", c.far_cage, Meta{"", 0, 8, "Cage at the other end; auto fits the type", ""});
  v("reversed_lanes", c.reversed_lanes,
    Meta{"", 0, 1, "Lane 0 arrives as the last one, and so on; training turns them",
         "ib-facts 3.5 M"});
  v("inverted_lanes", c.inverted_lanes,
    Meta{"", 0, 4095, "One bit a lane whose wires are crossed; training makes them good",
         "ib-facts 3.5 M"});
}

/// With the kind, delays and, if none is given, the error rate of `cable.type`; as they are without
/// a type, or with one that the catalogue lacks.
void apply_cable_type(PhyConfig& phy, CableConfig& cable);

/// Propagation and plugs of one direction, nanoseconds.
[[nodiscard]] double cable_delay_ns(const CableConfig& cable);

/// SNR and line bit error rate of a direction with white noise alone.
[[nodiscard]] double line_snr_db(LinkRate rate, const PhyConfig& phy, const CableConfig& cable);
[[nodiscard]] double line_ber(LinkRate rate, const PhyConfig& phy, const CableConfig& cable);

/// One sentence for each thing that cannot be, empty when the link can be built.
[[nodiscard]] std::vector<std::string> validate(LinkRate rate, const PhyConfig& phy,
                                                const CableConfig& cable);

}  // namespace ib::phy

template <>
struct ib::EnumNames<ib::phy::PhyMode> {
  static constexpr std::array<std::string_view, 3> values{"ideal", "statistical", "bit_true"};
};

template <>
struct ib::EnumNames<ib::phy::CableKind> {
  static constexpr std::array<std::string_view, 3> values{"dac", "aoc", "fibre"};
};

template <>
struct ib::EnumNames<ib::phy::Cage> {
  static constexpr std::array<std::string_view, 9> values{
      "auto", "qsfp+", "qsfp28", "qsfp56", "qsfp112", "osfp", "osfp224", "osfp-xd", "cxp"};
};
