// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ibsim_net.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/plan_builder.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

bool begins(std::string_view line, std::string_view word) {
  return line.substr(0, word.size()) == word;
}

bool is_record(std::string_view line) {
  return begins(line, "Switch") || begins(line, "Hca") || begins(line, "Ca");
}

/// What stands between the first two quotes; what follows them goes to `rest`.
std::optional<std::string> between_quotes(std::string_view line, std::string_view* rest = nullptr) {
  const std::size_t first = line.find('"');
  const std::size_t second = first == std::string_view::npos ? first : line.find('"', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  if (rest != nullptr) *rest = line.substr(second + 1);
  return std::string(line.substr(first + 1, second - first - 1));
}

/// The number after the first '[', or at the start.
std::optional<std::uint32_t> number_in(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
  std::uint32_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{}) return std::nullopt;
  return value;
}

struct End {
  NodeId node = 0;
  std::uint32_t port = 0;
  std::string peer;
  std::uint32_t peer_port = 0;
  std::string file;
  std::size_t line = 0;
  bool is_alias = false;  ///< `peer` is "module@alias" of a port.
};

class Reader {
 public:
  explicit Reader(const CableInfo& cable) : builder_(cable) {}

  void read(const std::string& path) {
    const std::string real = std::filesystem::weakly_canonical(path).string();
    if (!open_.insert(real).second) fail("includes itself", path);
    const std::string text = read_text_file(path);
    const auto outer = std::exchange(place_, {path, 0});
    NodeId record = kNone;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++place_.second;
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      take(line, path, record);
    }
    place_ = outer;
    open_.erase(real);
  }

  Topology finish() {
    std::map<std::pair<NodeId, std::uint32_t>, const End*> by_port;
    for (const End& end : ends_) by_port[{end.node, end.port}] = &end;
    for (const End& end : ends_) connect(end, by_port);
    return builder_.finish();
  }

 private:
  static constexpr NodeId kNone = ~NodeId{0};  ///< No record is open.

  [[noreturn]] void fail(const std::string& problem, const std::string& value = {}) const {
    throw ConfigError({place_.first, place_.second, {}, value, problem, {}});
  }

  void take(std::string_view line, const std::string& path, NodeId& record) {
    if (begins(line, "#")) return;
    if (begins(line, "@") && record != kNone) {
      add_alias(line.substr(1), record);
      return;
    }
    if (begins(line, "[") && record != kNone) {
      add_end(line, record);
      return;
    }
    record = kNone;
    if (is_record(line)) record = add_node(line);
    if (begins(line, "module")) prefix_ = between_quotes(line).value_or(std::string{});
    if (!begins(line, "include")) return;
    const auto name = between_quotes(line);
    if (!name) fail("include needs a file name in quotes", std::string(line));
    read((std::filesystem::path(path).parent_path() / *name).string());
  }

  [[nodiscard]] std::string full(const std::string& name) const {
    const bool has_module = prefix_.empty() || name.find('#') != std::string::npos;
    return has_module ? name : prefix_ + "#" + name;
  }

  NodeId add_node(std::string_view line) {
    const auto id = between_quotes(line);
    const auto ports = number_in(line.substr(0, line.find('"')));
    if (!id || !ports || *ports < 1 || *ports > kMaxPorts) {
      fail("expected: Switch|Hca PORTS \"name\", with 1 to 254 ports", std::string(line));
    }
    const std::string name = full(*id);
    const bool sw = begins(line, "Switch");
    const NodeId node =
        sw ? builder_.add_switch(name, *ports) : builder_.add_named_host(name, *ports);
    if (!by_name_.emplace(name, node).second) fail("stands twice", name);
    ports_.push_back(*ports);
    names_.push_back(name);
    return node;
  }

  /// "@[PORT] "alias"": other files name this port as "module@alias".
  void add_alias(std::string_view line, NodeId node) {
    const auto port = number_in(line);
    const auto alias = between_quotes(line);
    if (!port || !alias || alias->find_first_of("#@") != std::string::npos) {
      fail("expected: @[PORT] \"alias\", without # and @", std::string(line));
    }
    if (*port == 0 || *port > ports_[node]) fail("no such port", std::string(line));
    if (!aliases_.emplace(prefix_ + "@" + *alias, PortRef{node, *port}).second) {
      fail("this alias stands for another port already", *alias);
    }
  }

  void add_end(std::string_view line, NodeId node) {
    std::string_view rest;
    const auto port = number_in(line);
    const auto peer = between_quotes(line, &rest);
    if (!port || !peer) fail("expected: [PORT] \"name\"[PORT]", std::string(line));
    if (*port == 0 || *port > ports_[node]) fail("no such port", std::string(line));
    const bool given = begins(rest, "[");
    const auto peer_port = given ? number_in(rest) : std::uint32_t{1};
    if (!peer_port) fail("expected: [PORT] \"name\"[PORT]", std::string(line));
    const bool is_alias = peer->find('@') != std::string::npos;
    const std::string name = is_alias ? (begins(*peer, "@") ? prefix_ : "") + *peer : full(*peer);
    ends_.push_back({node, *port, name, *peer_port, place_.first, place_.second, is_alias});
  }

  void connect(const End& end, const std::map<std::pair<NodeId, std::uint32_t>, const End*>& ends) {
    place_ = {end.file, end.line};
    if (end.is_alias) {
      connect_to_alias(end, ends);
      return;
    }
    const auto peer = by_name_.find(end.peer);
    if (peer == by_name_.end()) fail("no such node", end.peer);
    const auto back = ends.find({peer->second, end.peer_port});
    if (back == ends.end() || back->second->peer != names_[end.node] ||
        back->second->peer_port != end.port) {
      fail("the other end of the cable says otherwise",
           end.peer + "[" + std::to_string(end.peer_port) + "]");
    }
    const bool first =
        end.node < peer->second || (end.node == peer->second && end.port < end.peer_port);
    if (first) builder_.connect({end.node, end.port}, {peer->second, end.peer_port});
  }

  // The port that has the alias says nothing of its peer.
  void connect_to_alias(const End& end,
                        const std::map<std::pair<NodeId, std::uint32_t>, const End*>& ends) {
    const auto port = aliases_.find(end.peer);
    if (port == aliases_.end()) fail("no such alias", end.peer);
    const bool taken = ends.count({port->second.node, port->second.port}) != 0 ||
                       !reached_.insert(end.peer).second;
    if (taken) fail("the port of this alias has a cable already", end.peer);
    builder_.connect({end.node, end.port}, port->second);
  }

  PlanBuilder builder_;
  std::map<std::string, PortRef> aliases_;  ///< By "module@alias".
  std::set<std::string> reached_;           ///< Aliases with a cable.
  std::string prefix_;
  std::set<std::string> open_;  ///< Files that are being read.
  std::pair<std::string, std::size_t> place_;
  std::map<std::string, NodeId> by_name_;
  std::vector<std::uint32_t> ports_;  ///< By node.
  std::vector<std::string> names_;    ///< By node.
  std::vector<End> ends_;
};

/// Node names as ids of the file: unique, and without what the format uses itself.
std::vector<std::string> ids_of(const Topology& topology) {
  std::map<std::string, unsigned> seen;
  std::vector<std::string> ids;
  for (const Node& node : topology.nodes()) {
    std::string id = node.name;
    std::replace_if(
        id.begin(), id.end(), [](char c) { return c == '"' || c == '#' || c == '@'; }, '_');
    const unsigned copy = seen[id]++;
    ids.push_back(copy == 0 ? id : id + "_" + std::to_string(copy));
  }
  return ids;
}

}  // namespace

bool is_ibsim_net(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (begins(line, "include") || begins(line, "module")) return true;
    if (!is_record(line)) continue;
    const auto id = between_quotes(line);
    if (!id) return false;
    const bool of_guid = (begins(*id, "S-") || begins(*id, "H-")) && id->size() == 18;
    return !of_guid;
  }
  return false;
}

Topology import_ibsim_net(const std::string& path, const CableInfo& cable) {
  Reader reader(cable);
  reader.read(path);
  return reader.finish();
}

std::string to_ibsim_net(const Topology& topology) {
  const std::vector<std::string> ids = ids_of(topology);
  std::string text = "# A net file of ibsim: ibsim -s FILE\n";
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    const Node& node = topology.node(id);
    text += node.kind == NodeKind::kSwitch ? "\nSwitch\t" : "\nHca\t";
    text += std::to_string(node.port_count()) + " \"" + ids[id] + "\"\n";
    for (std::uint32_t port = 1; port <= node.port_count(); ++port) {
      const auto peer = topology.peer({id, port});
      if (!peer) continue;
      text += "[" + std::to_string(port) + "]\t\"" + ids[peer->node] + "\"[" +
              std::to_string(peer->port) + "]\n";
    }
  }
  return text;
}

}  // namespace ib::fabric
