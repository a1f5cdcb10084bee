// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/plan_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/plan_builder.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

using Keys = std::vector<std::string_view>;

/// The file at hand: every fault names it and the line.
struct Source {
  std::string file;

  [[noreturn]] void fail(const toml::node& node, const std::string& key, const std::string& value,
                         const std::string& problem, const std::string& allowed = {}) const {
    throw ConfigError({file, node.source().begin.line, key, value, problem, allowed});
  }
  void require_known(const toml::table& table, const Keys& keys) const {
    for (const auto& [key, value] : table) {
      if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
      std::string allowed;
      for (const auto each : keys) allowed += (allowed.empty() ? "" : ", ") + std::string(each);
      fail(value, std::string(key.str()), {}, "unknown key", allowed);
    }
  }
  [[nodiscard]] std::string text(const toml::table& table, std::string_view key,
                                 std::optional<std::string> otherwise = std::nullopt) const {
    const toml::node* node = table.get(key);
    if (node == nullptr && otherwise) return *otherwise;
    if (node == nullptr) fail(table, std::string(key), {}, "is needed");
    if (const auto* text = node->as_string()) return text->get();
    fail(*node, std::string(key), {}, "expected a text in quotes");
  }
  [[nodiscard]] std::uint32_t number(const toml::table& table, std::string_view key,
                                     std::uint32_t otherwise, std::uint32_t most) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return otherwise;
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < 1 || value->get() > most) {
      fail(*node, std::string(key), {}, "out of range", "1 to " + std::to_string(most));
    }
    return static_cast<std::uint32_t>(value->get());
  }
  [[nodiscard]] std::vector<const toml::table*> tables(const toml::table& all,
                                                       std::string_view key) const {
    std::vector<const toml::table*> found;
    const toml::node* node = all.get(key);
    if (node == nullptr) return found;
    const auto* list = node->as_array();
    if (list == nullptr)
      fail(*node, std::string(key), {}, "write it as [[" + std::string(key) + "]]");
    for (const toml::node& each : *list) {
      const auto* table = each.as_table();
      if (table == nullptr) fail(each, std::string(key), {}, "expected a table");
      found.push_back(table);
    }
    return found;
  }
};

/// The cable of a table over what holds for all.
CableInfo cable_of(const Source& source, const toml::table& table, CableInfo cable) {
  if (const toml::node* node = table.get("rate")) {
    const std::string name = source.text(table, "rate");
    const auto rate = link_rate_from_name(name);
    if (!rate) source.fail(*node, "rate", name, "no such rate", "such as 4xNDR, 2xHDR, 1xEDR");
    cable.rate = *rate;
  }
  if (const toml::node* node = table.get("kind")) {
    const std::string name = source.text(table, "kind");
    const auto& names = EnumNames<phy::CableKind>::values;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) source.fail(*node, "kind", name, "no such kind", "dac, aoc, fibre");
    cable.kind = static_cast<phy::CableKind>(found - names.begin());
  }
  if (const toml::node* node = table.get("length_m")) {
    const auto length = node->value<double>();
    if (!length || !(*length >= 0 && *length <= 100'000)) {
      source.fail(*node, "length_m", {}, "out of range", "0 to 100000");
    }
    cable.length_m = length;
  }
  return cable;
}

/// "leaf*" fits every name that begins so; a text without '*' a name alone.
bool fits(const std::string& pattern, const std::string& name) {
  if (pattern.empty() || pattern.back() != '*') return pattern == name;
  return name.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

class Reader {
 public:
  Reader(Source source, const CableInfo& cable) : source_(std::move(source)), cable_(cable) {}

  Topology read(const toml::table& file) {
    source_.require_known(file, {"cable", "plane", "switch", "host", "link"});
    if (const auto* cable = file["cable"].as_table()) {
      source_.require_known(*cable, {"rate", "kind", "length_m"});
      cable_ = cable_of(source_, *cable, cable_);
    }
    for (const auto* each : source_.tables(file, "host")) add_nodes(*each, NodeKind::kCa);
    for (const auto* each : source_.tables(file, "switch")) add_nodes(*each, NodeKind::kSwitch);
    const auto planes = source_.tables(file, "plane");
    add_planes(planes);
    for (const auto* each : source_.tables(file, "link")) add_links(*each);
    return builder_.finish();
  }

 private:
  struct Match {
    std::vector<NodeId> nodes;
    std::optional<std::uint32_t> port;  ///< Where one is named: "leaf0[3]".
  };

  void add_nodes(const toml::table& table, NodeKind kind) {
    const bool sw = kind == NodeKind::kSwitch;
    source_.require_known(
        table, sw ? Keys{"name", "count", "ports", "breakout"} : Keys{"name", "count", "ports"});
    const std::string name = source_.text(table, "name");
    const std::uint32_t split = source_.number(table, "breakout", 1, 4);
    const std::uint32_t ports = source_.number(table, "ports", sw ? 64 : 1, kMaxPorts) * split;
    const bool numbered = table.contains("count");
    const std::uint32_t count = source_.number(table, "count", 1, kMaxPlanNodes);
    for (std::uint32_t i = 0; i < count; ++i) {
      add(table, numbered ? name + std::to_string(i) : name, kind, ports, split);
    }
  }

  NodeId add(const toml::node& where, const std::string& name, NodeKind kind, std::uint32_t ports,
             std::uint32_t split) {
    if (by_name_.count(name) != 0) source_.fail(where, "name", name, "stands twice");
    if (name.find_first_of("*[]") != std::string::npos) {
      source_.fail(where, "name", name, "may not hold any of * [ ]");
    }
    const NodeId id = kind == NodeKind::kSwitch ? builder_.add_switch(name, ports)
                                                : builder_.add_named_host(name, ports);
    by_name_[name] = id;
    names_.push_back(name);
    split_.push_back(split);
    next_port_.push_back(1);
    return id;
  }

  /// Host i of every plane is one host here, with a port in each.
  void add_planes(const std::vector<const toml::table*>& tables) {
    std::vector<std::pair<Topology, const toml::table*>> planes;
    for (const auto* table : tables) {
      source_.require_known(*table, {"plan", "count", "rate", "kind", "length_m"});
      const std::uint32_t count = source_.number(*table, "count", 1, kMaxPorts);
      const CableInfo cable = cable_of(source_, *table, cable_);
      const std::string plan = source_.text(*table, "plan");
      for (std::uint32_t i = 0; i < count; ++i) {
        planes.emplace_back(named_plan(plan, cable).topology, table);
      }
    }
    if (planes.empty()) return;
    const std::size_t hosts = planes.front().first.count(NodeKind::kCa);
    std::vector<NodeId> host_ids;
    for (std::size_t i = 0; i < hosts; ++i) {
      host_ids.push_back(add(*tables.front(), "host" + std::to_string(i), NodeKind::kCa,
                             static_cast<std::uint32_t>(planes.size()), 1));
    }
    for (std::size_t p = 0; p < planes.size(); ++p) {
      const auto& [plane, table] = planes[p];
      if (plane.count(NodeKind::kCa) != hosts) {
        source_.fail(*table, "plan", {}, "planes differ in their number of hosts");
      }
      add_plane(plane, *table, p, host_ids);
    }
  }

  void add_plane(const Topology& plane, const toml::table& table, std::size_t number,
                 const std::vector<NodeId>& host_ids) {
    const std::string prefix = "p" + std::to_string(number) + "_";
    std::vector<NodeId> ids;
    std::size_t host = 0;
    for (const Node& node : plane.nodes()) {
      const bool sw = node.kind == NodeKind::kSwitch;
      ids.push_back(sw ? add(table, prefix + node.name, node.kind, node.port_count(), 1)
                       : host_ids[host++]);
    }
    const auto place = [&](PortRef ref) {
      const bool sw = plane.node(ref.node).kind == NodeKind::kSwitch;
      return PortRef{ids[ref.node], sw ? ref.port : static_cast<std::uint32_t>(number + 1)};
    };
    for (const Cable& each : plane.cables()) {
      builder_.connect(place(each.a), place(each.b), each.info);
    }
  }

  Match matches(const toml::table& table, std::string_view key) const {
    std::string pattern = source_.text(table, key);
    Match match;
    const std::size_t bracket = pattern.find('[');
    if (bracket != std::string::npos) {
      std::uint32_t port = 0;
      const char* const end = pattern.data() + pattern.size() - 1;
      const auto result = std::from_chars(pattern.data() + bracket + 1, end, port);
      if (result.ec != std::errc{} || result.ptr != end || *end != ']') {
        source_.fail(*table.get(key), std::string(key), pattern, "expected NAME[PORT]");
      }
      match.port = port;
      pattern.resize(bracket);
    }
    for (NodeId id = 0; id < names_.size(); ++id) {
      if (fits(pattern, names_[id])) match.nodes.push_back(id);
    }
    if (match.nodes.empty())
      source_.fail(*table.get(key), std::string(key), pattern, "no such node");
    return match;
  }

  void add_links(const toml::table& table) {
    source_.require_known(table, {"a", "b", "by", "cables", "rate", "kind", "length_m"});
    const Match a = matches(table, "a");
    const Match b = matches(table, "b");
    const std::string by = source_.text(table, "by", "each");
    const std::uint32_t cables = source_.number(table, "cables", 1, kMaxPorts);
    const CableInfo cable = cable_of(source_, table, cable_);
    if (by != "each" && by != "turn") {
      source_.fail(*table.get("by"), "by", by, "no such way", "each, turn");
    }
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
      for (std::size_t k = 0; k < b.nodes.size(); ++k) {
        // In turn: the nodes of a in equal blocks, one block a node of b.
        if (by == "turn" && i * b.nodes.size() / a.nodes.size() != k) continue;
        for (std::uint32_t n = 0; n < cables; ++n) {
          connect(table, {a.nodes[i], port_of(table, a, i)}, {b.nodes[k], port_of(table, b, k)},
                  cable);
        }
      }
    }
  }

  /// The port that is named, else the node's first without a cable.
  std::uint32_t port_of(const toml::table& table, const Match& match, std::size_t at) {
    if (match.port) return *match.port;
    const NodeId id = match.nodes[at];
    const Topology& plan = builder_.plan();
    std::uint32_t& port = next_port_[id];
    while (port <= plan.node(id).port_count() && plan.peer({id, port})) ++port;
    if (port > plan.node(id).port_count()) {
      source_.fail(table, "link", names_[id], "has no port left");
    }
    return port;
  }

  void connect(const toml::table& table, PortRef a, PortRef b, const CableInfo& cable) {
    for (const PortRef end : {a, b}) {
      const unsigned most = 4 / split_[end.node];
      if (split_[end.node] == 1 || lanes(cable.rate.width) <= most) continue;
      source_.fail(table, "rate", std::to_string(lanes(cable.rate.width)) + " lanes",
                   "too many for the split ports of " + names_[end.node],
                   "up to " + std::to_string(most));
    }
    try {
      builder_.connect(a, b, cable);
    } catch (const ConfigError& error) {
      throw error.at(source_.file, table.source().begin.line);
    }
  }

  Source source_;
  CableInfo cable_;
  PlanBuilder builder_{{}};
  std::map<std::string, NodeId> by_name_;
  std::vector<std::string> names_;        ///< By node.
  std::vector<std::uint32_t> split_;      ///< By node.
  std::vector<std::uint32_t> next_port_;  ///< By node.
};

}  // namespace

Topology import_plan_file(const std::string& path, const CableInfo& cable) {
  const std::string text = read_text_file(path);
  try {
    return Reader({path}, cable).read(toml::parse(text, path));
  } catch (const toml::parse_error& error) {
    throw ConfigError(
        {path, error.source().begin.line, {}, {}, std::string(error.description()), {}});
  }
}

}  // namespace ib::fabric
