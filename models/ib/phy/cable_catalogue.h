// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/ib/link/generation.h"

namespace ib {

enum class FormFactor : std::uint8_t {
  kQsfpPlus,
  kQsfp28,
  kQsfp56,
  kQsfp112,
  kOsfp,
  kOsfp224,
  kOsfpXd,
  kCxp,
};
inline constexpr std::size_t kFormFactors = 8;

/// A cage or plug. Newer cages of a family take older plugs, not the other way.
struct FormFactorInfo {
  FormFactor form;
  std::string_view name;
  unsigned family;  ///< Plugs fit cages of their own family only.
  unsigned age;     ///< Within the family, 0 oldest.
  unsigned lanes;
  Generation fastest;
};

[[nodiscard]] const FormFactorInfo& info(FormFactor form);
[[nodiscard]] bool fits(FormFactor plug, FormFactor cage);

enum class CableMedium : std::uint8_t { kCopper, kActiveOptical, kMultimode, kSingleMode };

/// A kind of cable or pair of optical modules. Figures are typical ones, confidence L.
struct CableType {
  std::string_view name;
  CableMedium medium;
  Generation generation;  ///< Fastest it is made for.
  FormFactor near;
  FormFactor far;
  unsigned far_ends;     ///< 2: a breakout, each far end with half of the lanes.
  double gauge_loss_db;  ///< Copper: dB a metre at 12.9 GHz; others 0.
  double reach_m;        ///< Others than copper, whose reach follows from its loss.
  double delay_ns_per_m;
  double end_ns;
  double pre_fec_ber;  ///< Typical.
  double watts;        ///< A near end.
};

inline constexpr std::size_t kCableTypes = 19;
[[nodiscard]] const std::array<CableType, kCableTypes>& cable_catalogue();
[[nodiscard]] const CableType* find_cable_type(std::string_view name);

/// Loss of a copper cable with its plugs at the Nyquist frequency of a generation: skin effect, so
/// by the square root of frequency.
[[nodiscard]] double copper_loss_db(const CableType& type, double length_m, Generation generation);
/// Longest cable a receiver of the generation bears.
[[nodiscard]] double reach_m(const CableType& type, Generation generation);

struct CablePlan {
  LinkRate rate;
  std::string_view type;
  double length_m = 1;
  FormFactor near_cage = FormFactor::kOsfp;
  FormFactor far_cage = FormFactor::kOsfp;
};

/// Why the plan cannot be built, one sentence each.
[[nodiscard]] std::vector<std::string> faults(const CablePlan& plan);

}  // namespace ib
