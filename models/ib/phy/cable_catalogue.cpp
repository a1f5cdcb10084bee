// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/cable_catalogue.h"

#include <cmath>
#include <sstream>

namespace ib {
namespace {

constexpr std::array<FormFactorInfo, kFormFactors> kForms{{
    {FormFactor::kQsfpPlus, "QSFP+", 0, 0, 4, Generation::kFdr},
    {FormFactor::kQsfp28, "QSFP28", 0, 1, 4, Generation::kEdr},
    {FormFactor::kQsfp56, "QSFP56", 0, 2, 4, Generation::kHdr},
    {FormFactor::kQsfp112, "QSFP112", 0, 3, 4, Generation::kNdr},
    {FormFactor::kOsfp, "OSFP", 1, 0, 8, Generation::kNdr},
    {FormFactor::kOsfp224, "OSFP224", 1, 1, 8, Generation::kXdr},
    {FormFactor::kOsfpXd, "OSFP-XD", 2, 0, 16, Generation::kXdr},
    {FormFactor::kCxp, "CXP", 3, 0, 12, Generation::kQdr},
}};

using F = FormFactor;
using G = Generation;
using M = CableMedium;

constexpr std::array<CableType, kCableTypes> kTypes{{
    {"edr_dac_30awg", M::kCopper, G::kEdr, F::kQsfp28, F::kQsfp28, 1, 5.0, 0, 4.6, 0, 1e-9, 0.1},
    {"edr_dac_26awg", M::kCopper, G::kEdr, F::kQsfp28, F::kQsfp28, 1, 3.3, 0, 4.6, 0, 1e-9, 0.1},
    {"edr_aoc", M::kActiveOptical, G::kEdr, F::kQsfp28, F::kQsfp28, 1, 0, 100, 5.0, 3, 1e-8, 2.2},
    {"edr_sr4", M::kMultimode, G::kEdr, F::kQsfp28, F::kQsfp28, 1, 0, 100, 4.9, 3, 1e-8, 2.5},
    {"edr_lr4", M::kSingleMode, G::kEdr, F::kQsfp28, F::kQsfp28, 1, 0, 10000, 4.9, 3, 1e-8, 3.5},
    {"hdr_dac_30awg", M::kCopper, G::kHdr, F::kQsfp56, F::kQsfp56, 1, 5.0, 0, 4.6, 0, 1e-8, 0.1},
    {"hdr_dac_26awg", M::kCopper, G::kHdr, F::kQsfp56, F::kQsfp56, 1, 3.3, 0, 4.6, 0, 1e-8, 0.1},
    {"hdr_split_dac", M::kCopper, G::kHdr, F::kQsfp56, F::kQsfp56, 2, 3.3, 0, 4.6, 0, 1e-8, 0.1},
    {"hdr_aoc", M::kActiveOptical, G::kHdr, F::kQsfp56, F::kQsfp56, 1, 0, 100, 5.0, 3, 1e-6, 4.4},
    {"hdr_sr4", M::kMultimode, G::kHdr, F::kQsfp56, F::kQsfp56, 1, 0, 100, 4.9, 3, 1e-6, 5},
    {"hdr_fr4", M::kSingleMode, G::kHdr, F::kQsfp56, F::kQsfp56, 1, 0, 2000, 4.9, 3, 1e-6, 6.5},
    {"ndr_dac_26awg", M::kCopper, G::kNdr, F::kOsfp, F::kOsfp, 1, 3.3, 0, 4.6, 0, 1e-7, 0.1},
    {"ndr_split_dac", M::kCopper, G::kNdr, F::kOsfp, F::kQsfp112, 2, 3.3, 0, 4.6, 0, 1e-7, 0.1},
    {"ndr_sr4", M::kMultimode, G::kNdr, F::kOsfp, F::kOsfp, 1, 0, 50, 4.9, 3, 1e-6, 15},
    {"ndr_dr4", M::kSingleMode, G::kNdr, F::kOsfp, F::kOsfp, 1, 0, 500, 4.9, 3, 1e-6, 16},
    {"ndr_fr4", M::kSingleMode, G::kNdr, F::kOsfp, F::kOsfp, 1, 0, 2000, 4.9, 3, 1e-6, 17},
    {"xdr_dac_26awg", M::kCopper, G::kXdr, F::kOsfp224, F::kOsfp224, 1, 3.3, 0, 4.6, 0, 1e-6, 0.2},
    {"xdr_dr4", M::kSingleMode, G::kXdr, F::kOsfp224, F::kOsfp224, 1, 0, 500, 4.9, 3, 1e-5, 26},
    {"xdr_xd_dr8", M::kSingleMode, G::kXdr, F::kOsfpXd, F::kOsfpXd, 1, 0, 500, 4.9, 3, 1e-5, 40},
}};

constexpr double kGaugeFrequencyGhz = 12.890625;
constexpr double kPlugLossDb = 2;

/// Channel loss a receiver bears at Nyquist (L, after the copper objectives of 802.3).
double loss_budget_db(Generation generation) {
  switch (generation) {
    case Generation::kHdr:
      return 17;
    case Generation::kNdr:
      return 16;
    case Generation::kXdr:
    case Generation::kGdr:
      return 14;
    default:
      return 18.5;
  }
}

/// Bits a symbol halve the symbol rate, and Nyquist is half of that.
double nyquist_ghz(Generation generation) {
  const GenerationInfo& row = info(generation);
  const double bits = row.modulation == Modulation::kPam4 ? 2 : 1;
  return row.lane_line_gbps.value() / bits / 2;
}

std::string metres(double length) {
  std::ostringstream text;
  text << length << " m";
  return text.str();
}

std::string cage_fault(FormFactor plug, FormFactor cage, const char* end) {
  return std::string{end} + ": plug " + std::string{info(plug).name} + " does not fit cage " +
         std::string{info(cage).name};
}

}  // namespace

const FormFactorInfo& info(FormFactor form) { return kForms[static_cast<std::size_t>(form)]; }

bool fits(FormFactor plug, FormFactor cage) {
  return info(plug).family == info(cage).family && info(plug).age <= info(cage).age;
}

const std::array<CableType, kCableTypes>& cable_catalogue() { return kTypes; }

const CableType* find_cable_type(std::string_view name) {
  for (const CableType& type : cable_catalogue()) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

double copper_loss_db(const CableType& type, double length_m, Generation generation) {
  if (type.medium != CableMedium::kCopper) return 0;
  const double scale = std::sqrt(nyquist_ghz(generation) / kGaugeFrequencyGhz);
  return kPlugLossDb + length_m * type.gauge_loss_db * scale;
}

double reach_m(const CableType& type, Generation generation) {
  if (type.medium != CableMedium::kCopper) return type.reach_m;
  const double one_metre = copper_loss_db(type, 1, generation) - kPlugLossDb;
  return (loss_budget_db(generation) - kPlugLossDb) / one_metre;
}

std::vector<std::string> faults(const CablePlan& plan) {
  const CableType* const type = find_cable_type(plan.type);
  if (type == nullptr) return {"no cable type " + std::string{plan.type} + " in the catalogue"};
  std::vector<std::string> list;
  const Generation generation = plan.rate.generation;
  const std::string generation_name{info(generation).name};
  if (!fits(type->near, plan.near_cage)) {
    list.push_back(cage_fault(type->near, plan.near_cage, "near end"));
  }
  if (!fits(type->far, plan.far_cage)) {
    list.push_back(cage_fault(type->far, plan.far_cage, "far end"));
  }
  if (generation > type->generation) {
    list.push_back(std::string{type->name} + " is made for " +
                   std::string{info(type->generation).name} + ", not for " + generation_name);
  }
  const unsigned far_lanes = info(type->near).lanes / type->far_ends;
  if (lanes(plan.rate.width) > far_lanes) {
    list.push_back(std::string{type->name} + " has " + std::to_string(far_lanes) +
                   " lanes to each far end, the link wants " +
                   std::to_string(lanes(plan.rate.width)));
  }
  const double reach = reach_m(*type, generation);
  if (!(plan.length_m >= 0)) {
    list.push_back("cable length must be a number not below 0 m");
  } else if (plan.length_m > reach) {
    list.push_back(std::string{type->name} + " reaches " + metres(reach) + " at " +
                   generation_name + ", not " + metres(plan.length_m));
  }
  return list;
}

}  // namespace ib
