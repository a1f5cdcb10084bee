// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/lft_dump.h"

#include <charconv>
#include <cstdio>
#include <optional>

#include "models/fabric/config_error.h"
#include "models/fabric/text.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

constexpr std::string_view kSwitchLine = "Unicast lids ";
constexpr std::string_view kBlanks = " \t\r";

template <class Number>
std::optional<Number> number(std::string_view text, int base) {
  if (base == 16 && text.substr(0, 2) == "0x") text.remove_prefix(2);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Takes the first word off a text.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

class Reader {
 public:
  Reader(const Topology& topology, const std::string& file)
      : topology_(topology), file_(file), routing_(topology) {}

  void read(std::string_view line) {
    ++line_;
    if (line.substr(0, kSwitchLine.size()) == kSwitchLine) {
      begin_switch(line);
    } else if (line.substr(0, 2) == "0x") {
      read_entry(line);
    }
  }

  Routing finish() {
    if (!switch_) fail({}, "no forwarding table, expected the text of opensm-lfts.dump");
    return std::move(routing_);
  }

 private:
  [[noreturn]] void fail(std::string_view value, const std::string& problem,
                         const std::string& allowed = {}) const {
    throw ConfigError({file_, line_, {}, std::string(value), problem, allowed});
  }

  // "Unicast lids [0x0-0x1d] of switch Lid 8 guid 0xfc6a1c0300a40140 (leaf04):"
  void begin_switch(std::string_view line) {
    const std::size_t at = line.find(" guid ");
    if (at == std::string_view::npos) fail(line, "switch without a GUID");
    std::string_view rest = line.substr(at + 6);
    const std::string_view word = take_word(rest);
    const auto guid = number<std::uint64_t>(word, 16);
    if (!guid) fail(word, "not a GUID");
    switch_ = topology_.node_by_guid(Guid{*guid});
    if (!switch_ || topology_.node(*switch_).kind != NodeKind::kSwitch) {
      fail(word, "no such switch in the topology");
    }
  }

  // "0x0001 063 : (...)"
  void read_entry(std::string_view line) {
    const std::string_view lid_word = take_word(line);
    const std::string_view port_word = take_word(line);
    if (!switch_) fail(lid_word, "entry before the first switch");
    const auto lid = number<std::uint16_t>(lid_word, 16);
    if (!lid || !topology_.port_by_lid(Lid{*lid})) fail(lid_word, "no such LID in the topology");
    const auto port = number<std::uint32_t>(port_word, 10);
    const std::uint32_t ports = topology_.node(*switch_).port_count();
    if (!port || (*port > ports && *port != kNoRoute)) {
      fail(port_word, "no such port of switch " + quoted(topology_.node(*switch_).name),
           "0 to " + std::to_string(ports) + ", 255 drops");
    }
    routing_.set(*switch_, Lid{*lid}, *port);
  }

  const Topology& topology_;
  const std::string& file_;
  std::size_t line_ = 0;
  std::optional<NodeId> switch_;
  Routing routing_;
};

/// What OpenSM prints behind an entry.
std::string owner(const Topology& topology, Lid lid) {
  const auto port = topology.port_by_lid(lid);
  if (!port) return "unknown node";
  const Node& node = topology.node(port->node);
  const bool is_switch = node.kind == NodeKind::kSwitch;
  const Guid guid = is_switch ? node.guid : topology.port(*port).guid;
  return (is_switch ? "Switch portguid " : "Channel Adapter portguid ") + hex(guid) + ": '" +
         printable(node.name) + "'";
}

}  // namespace

Routing import_lft_dump(const std::string& path, const Topology& topology) {
  return parse_lft_dump(read_text_file(path), path, topology);
}

Routing parse_lft_dump(std::string_view text, const std::string& file, const Topology& topology) {
  Reader reader(topology, file);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.read(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

std::string to_lft_dump(const Topology& topology, const Routing& routing) {
  std::string text;
  char number[32];
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    const Node& node = topology.node(id);
    if (node.kind != NodeKind::kSwitch) continue;
    std::snprintf(number, sizeof number, "[0x0-0x%x]", unsigned{routing.top().value()});
    text += std::string(kSwitchLine) + number + " of switch Lid " +
            std::to_string(node.ports[0].lid.value()) + " guid " + hex(node.guid) + " (" +
            printable(node.name) + "):\n  Lid  Out   Destination\n       Port     Info \n";
    std::size_t valid = 0;
    for (std::uint32_t value = 1; value <= routing.top().value(); ++value) {
      const Lid lid{static_cast<std::uint16_t>(value)};
      const std::uint8_t output = routing.output(id, lid);
      if (output == kNoRoute) continue;
      std::snprintf(number, sizeof number, "0x%04x %03u : (", value, unsigned{output});
      text += number + owner(topology, lid) + ")\n";
      ++valid;
    }
    text += std::to_string(valid) + " valid lids dumped \n";
  }
  return text;
}

}  // namespace ib::fabric
