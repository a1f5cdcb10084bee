// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/node_lookup.h"

#include <charconv>
#include <string>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/text.h"

namespace ib::fabric {
namespace {

constexpr std::size_t kShown = 6;  // Candidates that a message lists.

template <class Int>
std::optional<Int> whole_number(std::string_view text, int base) {
  Int value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

PortRef representative(const Topology& topology, NodeId id) {
  const Node& node = topology.node(id);
  if (node.kind == NodeKind::kSwitch) return {id, 0};
  for (std::uint32_t p = 1; p <= node.port_count(); ++p) {
    if (topology.cable_at({id, p}) != nullptr) return {id, p};
  }
  return {id, 1};
}

bool starts_with(std::string_view name, std::string_view text) {
  return name.substr(0, text.size()) == text;
}

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

using Rule = bool (*)(std::string_view name, std::string_view text);

constexpr Rule kIsName = [](std::string_view name, std::string_view text) { return name == text; };
constexpr Rule kFirstWords = [](std::string_view name, std::string_view text) {
  return starts_with(name, text) && name.size() > text.size() && !is_word(name[text.size()]);
};
constexpr Rule kBeginning = starts_with;
constexpr Rule kPart = [](std::string_view name, std::string_view text) {
  return name.find(text) != std::string_view::npos;
};

std::string candidates(const Topology& topology, const std::vector<NodeId>& found) {
  std::string list;
  for (std::size_t i = 0; i < found.size() && i < kShown; ++i) {
    const Node& node = topology.node(found[i]);
    list += (i > 0 ? ", " : "") + quoted(node.name) + ' ' + hex(node.guid);
  }
  if (found.size() > kShown) list += " and " + std::to_string(found.size() - kShown) + " more";
  return list;
}

class Search {
 public:
  Search(const Topology& topology, std::string_view text, std::optional<NodeKind> only)
      : topology_(topology), text_(text), only_(only) {}

  [[nodiscard]] PortRef run() const {
    if (text_.empty()) throw nothing("a node name, GUID or LID");
    if (starts_with(text_, "0x")) return by_guid();
    if (const auto id = by_name(kIsName)) return representative(topology_, *id);
    if (const auto lid = whole_number<std::uint16_t>(text_, 10)) {
      const auto port = topology_.port_by_lid(Lid{*lid});
      if (port && wanted(port->node)) return *port;
    }
    for (const Rule rule : {kFirstWords, kBeginning, kPart}) {
      if (const auto id = by_name(rule)) return representative(topology_, *id);
    }
    throw nothing(std::to_string(topology_.nodes().size()) + " nodes by name, GUID or LID");
  }

 private:
  [[nodiscard]] bool wanted(NodeId id) const { return !only_ || topology_.node(id).kind == *only_; }
  [[nodiscard]] ConfigError nothing(std::string allowed) const {
    const char* problem = only_ == NodeKind::kCa       ? "no such host in the topology"
                          : only_ == NodeKind::kSwitch ? "no such switch in the topology"
                                                       : "no such node in the topology";
    return ConfigError({{}, 0, "node", std::string(text_), problem, std::move(allowed)});
  }

  [[nodiscard]] PortRef by_guid() const {
    const auto number = whole_number<std::uint64_t>(text_.substr(2), 16);
    if (!number) throw nothing("0x and up to 16 hexadecimal digits");
    if (const auto id = topology_.node_by_guid(Guid{*number}); id && wanted(*id)) {
      return representative(topology_, *id);
    }
    if (const auto port = topology_.port_by_guid(Guid{*number}); port && wanted(port->node)) {
      return *port;
    }
    throw nothing("the GUID of a node or port");
  }

  [[nodiscard]] std::optional<NodeId> by_name(Rule rule) const {
    std::vector<NodeId> found;
    for (NodeId id = 0; id < topology_.nodes().size(); ++id) {
      if (wanted(id) && rule(topology_.node(id).name, text_)) found.push_back(id);
    }
    if (found.empty()) return std::nullopt;
    if (found.size() == 1) return found.front();
    throw ConfigError(
        {{}, 0, "node", std::string(text_), "fits several nodes", candidates(topology_, found)});
  }

  const Topology& topology_;
  std::string_view text_;
  std::optional<NodeKind> only_;
};

}  // namespace

PortRef find_port(const Topology& topology, std::string_view text, std::optional<NodeKind> only) {
  return Search(topology, text, only).run();
}

}  // namespace ib::fabric
