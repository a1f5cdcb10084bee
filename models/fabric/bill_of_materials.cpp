// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/bill_of_materials.h"

#include <toml++/toml.h>

#include <cstdio>
#include <map>
#include <tuple>

#include "models/fabric/config_error.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

std::string rate_name(LinkRate rate) {
  return std::to_string(lanes(rate.width)) + "x" + std::string(info(rate.generation).name);
}

/// Plugs of products (ib-facts 9, L): QSFP up to HDR, OSFP from NDR on; CXP with 12 lanes.
std::string form_factor(LinkRate rate) {
  if (lanes(rate.width) == 12) return "CXP";
  return rate.generation >= Generation::kNdr ? "OSFP" : "QSFP";
}

std::string plural(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " port" : " ports");
}

std::string metres_text(double metres) {
  char text[32];
  std::snprintf(text, sizeof text, "%g m", metres);
  return text;
}

/// Whether `item` begins with the whole words of `name`.
bool begins_with(const std::string& item, const std::string& name) {
  if (item.compare(0, name.size(), name) != 0) return false;
  return item.size() == name.size() || item[name.size()] == ' ';
}

const PriceEntry* entry_for(const std::string& item, const std::vector<PriceEntry>& prices) {
  const PriceEntry* best = nullptr;
  for (const PriceEntry& each : prices) {
    const bool longer = best == nullptr || each.name.size() > best->name.size();
    if (begins_with(item, each.name) && longer) best = &each;
  }
  return best;
}

void put_price(BillLine& line, const PriceEntry& entry) {
  const auto count = static_cast<double>(line.count);
  if (entry.watts) line.watts = *entry.watts * count;
  if (entry.price || entry.price_per_m) {
    line.price =
        entry.price.value_or(0) * count + entry.price_per_m.value_or(0) * line.metres.value_or(0);
  }
}

/// Lines in the order of their items; alike ones are counted together.
class Bill {
 public:
  void add(unsigned order, const std::string& item, const std::string& form = {},
           std::optional<double> length = std::nullopt) {
    BillLine& line = lines_[{order, length.value_or(0), item}];
    line.item = item;
    line.form_factor = form;
    ++line.count;
    if (length) line.metres = line.metres.value_or(0) + *length;
  }

  std::vector<BillLine> lines(const std::vector<PriceEntry>& prices) {
    std::vector<BillLine> all;
    BillLine total;
    total.item = "total";
    for (auto& [order, line] : lines_) {
      const PriceEntry* const entry = entry_for(line.item, prices);
      if (entry != nullptr) put_price(line, *entry);
      if (line.watts) total.watts = total.watts.value_or(0) + *line.watts;
      if (line.price) total.price = total.price.value_or(0) + *line.price;
      all.push_back(line);
    }
    if (!prices.empty()) all.push_back(total);
    return all;
  }

 private:
  std::map<std::tuple<unsigned, double, std::string>, BillLine> lines_;
};

std::optional<double> amount(const std::string& file, const toml::table& table,
                             std::string_view key) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value<double>();
  if (value && *value >= 0) return value;
  throw ConfigError(
      {file, node->source().begin.line, std::string(key), {}, "expected a number", "0 or more"});
}

PriceEntry entry_of(const std::string& file, const toml::node& node) {
  const auto* const table = node.as_table();
  const std::size_t line = node.source().begin.line;
  if (table == nullptr) throw ConfigError({file, line, "item", {}, "expected a table", {}});
  for (const auto& [key, value] : *table) {
    const std::string_view name = key.str();
    if (name == "name" || name == "price" || name == "price_per_m" || name == "watts") continue;
    throw ConfigError({file,
                       value.source().begin.line,
                       std::string(name),
                       {},
                       "unknown key",
                       "name, price, price_per_m, watts"});
  }
  const auto name = (*table)["name"].value<std::string>();
  if (!name) throw ConfigError({file, line, "name", {}, "is needed", {}});
  return {*name, amount(file, *table, "price"), amount(file, *table, "price_per_m"),
          amount(file, *table, "watts")};
}

}  // namespace

std::vector<PriceEntry> read_price_list(const std::string& path) {
  const std::string text = read_text_file(path);
  std::vector<PriceEntry> prices;
  try {
    const toml::table file = toml::parse(text, path);
    const auto* const items = file["item"].as_array();
    if (items == nullptr || file.size() != 1) {
      throw ConfigError({path, 0, {}, {}, "is no price list", "[[item]] tables alone"});
    }
    for (const toml::node& each : *items) prices.push_back(entry_of(path, each));
  } catch (const toml::parse_error& error) {
    throw ConfigError(
        {path, error.source().begin.line, {}, {}, std::string(error.description()), {}});
  }
  return prices;
}

std::vector<BillLine> bill_of_materials(const Topology& topology, const phy::CableConfig& cable,
                                        const std::vector<PriceEntry>& prices) {
  Bill bill;
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    const Node& node = topology.node(id);
    const bool sw = node.kind == NodeKind::kSwitch;
    const std::string what = sw ? "switch" : "adapter";
    bill.add(sw ? 0 : 2, what + " " + plural(node.port_count()));
    for (std::uint32_t port = 1; port <= node.port_count(); ++port) {
      const Cable* const at = topology.cable_at({id, port});
      if (at != nullptr) bill.add(sw ? 1 : 3, what + " port " + rate_name(at->info.rate));
    }
  }
  for (const Cable& each : topology.cables()) {
    const auto kind = static_cast<std::size_t>(each.info.kind.value_or(cable.kind));
    const double length = each.info.length_m.value_or(cable.length_m);
    bill.add(4,
             "cable " + rate_name(each.info.rate) + " " +
                 std::string(EnumNames<phy::CableKind>::values.at(kind)) + " " +
                 metres_text(length),
             form_factor(each.info.rate), length);
  }
  return bill.lines(prices);
}

}  // namespace ib::fabric
