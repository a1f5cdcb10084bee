// SPDX-License-Identifier: Apache-2.0
#include "testbenches/page/page_bills.h"

#include <algorithm>
#include <cstdlib>

#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"

namespace ib::tb {
namespace {

std::string text_of(const PageBills::Parameters& parameters, const char* path) {
  const auto found = parameters.find(path);
  return found == parameters.end() ? std::string{} : found->second;
}

phy::CableConfig cable_of(const std::string& kind, const std::string& length) {
  phy::CableConfig cable;
  const auto& names = EnumNames<phy::CableKind>::values;
  const auto found = std::find(names.begin(), names.end(), kind);
  if (found != names.end()) cable.kind = static_cast<phy::CableKind>(found - names.begin());
  if (!length.empty()) cable.length_m = std::strtod(length.c_str(), nullptr);
  return cable;
}

}  // namespace

std::optional<std::size_t> PageBills::add(const Parameters& parameters) {
  const std::vector<std::string> key{
      text_of(parameters, "testbench.topology"), text_of(parameters, "testbench.link_rate"),
      text_of(parameters, "cable.kind"), text_of(parameters, "cable.length_m")};
  if (key[0].empty()) return std::nullopt;
  const auto [place, is_new] = known_.emplace(key, std::nullopt);
  if (!is_new) return place->second;
  fabric::CableInfo info;
  info.rate = link_rate_from_name(key[1]).value_or(LinkRate{});
  try {
    bills_.push_back(fabric::bill_of_materials(fabric::load_plan(key[0], info).topology,
                                               cable_of(key[2], key[3])));
    place->second = bills_.size() - 1;
  } catch (const fabric::ConfigError&) {
    // The file has moved since the run: the results stand without their bill.
  }
  return place->second;
}

}  // namespace ib::tb
