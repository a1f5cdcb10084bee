// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// What one item costs and draws; what the user does not give stays open.
struct PriceEntry {
  std::string name;  ///< Whole words that an item begins with: "cable 4xNDR", "switch 64 ports".
  std::optional<double> price;
  std::optional<double> price_per_m;
  std::optional<double> watts;
};

/// Reads a price list: TOML with [[item]] tables of name, price, price_per_m, watts. Throws
/// ConfigError with file and line.
[[nodiscard]] std::vector<PriceEntry> read_price_list(const std::string& path);

/// A line of a bill: `count` alike.
struct BillLine {
  std::string item;
  std::string form_factor;  ///< Of cables: the plug, by generation.
  std::uint64_t count = 0;
  std::optional<double> metres;  ///< Of all together.
  std::optional<double> watts;   ///< Of all together, as the price list has it.
  std::optional<double> price;   ///< Of all together.
};

/// Switches and adapters by ports, their cabled ports by rate, cables by rate, kind and length.
/// Kind and length that the plan leaves open are those of `cable`. Ends in a line "total" when
/// there are prices; the longest name in the list that fits an item decides.
[[nodiscard]] std::vector<BillLine> bill_of_materials(const Topology& topology,
                                                      const phy::CableConfig& cable,
                                                      const std::vector<PriceEntry>& prices = {});

}  // namespace ib::fabric
