// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ibnetdiscover_line.h"

#include <array>
#include <charconv>

#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

constexpr std::string_view kRates =
    "1x, 2x, 4x, 8x or 12x with SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, XDR or GDR";

bool is_space(char c) { return c == ' ' || c == '\t'; }

/// Takes a line apart from the left; what is missing is named in the fault.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : line_(line), rest_(line) {}

  [[nodiscard]] bool done() {
    skip_space();
    return rest_.empty();
  }
  [[nodiscard]] bool at(std::string_view text) const {
    return rest_.substr(0, text.size()) == text;
  }
  bool take(std::string_view text) {
    if (!at(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  void expect(std::string_view text) {
    if (!take(text)) throw fault("expected " + std::string(text));
  }
  void skip_space() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }
  std::uint64_t number(int base, const char* what) {
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, base);
    if (error != std::errc{}) throw fault(std::string("expected ") + what);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  /// A decimal number that a port, LID or LMC field can hold.
  std::uint32_t field(const char* what) {
    const std::uint64_t value = number(10, what);
    if (value > 0xFFFF) throw fault(std::string(what) + " out of range");
    return static_cast<std::uint32_t>(value);
  }
  std::string_view word() {
    skip_space();
    std::size_t length = 0;
    while (length < rest_.size() && !is_space(rest_[length])) ++length;
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }
  /// A name between its first quote and the line's last: names may hold quotes themselves.
  std::string name() {
    skip_space();
    expect("\"");
    const std::size_t end = rest_.rfind('"');
    if (end == std::string_view::npos) throw fault("expected a closing quote after the name");
    std::string taken(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return taken;
  }

  [[nodiscard]] ConfigError fault(std::string problem, std::string_view allowed = {}) const {
    if (rest_.empty()) problem += ", the line ends early";
    return ConfigError({{}, 0, {}, std::string(line_), std::move(problem), std::string(allowed)});
  }

 private:
  std::string_view line_;
  std::string_view rest_;
};

/// "S-0008f10400410015" in quotes.
DumpNodeRef node_ref(Cursor& cursor) {
  DumpNodeRef node;
  cursor.skip_space();
  cursor.expect("\"");
  if (cursor.take("S-")) {
    node.type = DumpNodeRef::Type::kSwitch;
  } else if (cursor.take("R-")) {
    node.type = DumpNodeRef::Type::kRouter;
  } else if (!cursor.take("H-")) {
    throw cursor.fault("expected a node, \"S-guid\", \"H-guid\" or \"R-guid\"");
  }
  node.guid = Guid{cursor.number(16, "a GUID")};
  cursor.expect("\"");
  return node;
}

std::uint32_t port_number(Cursor& cursor) {
  cursor.expect("[");
  const std::uint32_t port = cursor.field("a port number");
  cursor.expect("]");
  if (cursor.take("[ext ")) {  // Number on the chassis' front, printed by -g.
    (void)cursor.field("an external port number");
    cursor.expect("]");
  }
  return port;
}

Guid optional_guid(Cursor& cursor) {
  cursor.skip_space();
  if (!cursor.take("(")) return Guid{};
  const Guid guid{cursor.number(16, "a GUID")};
  cursor.expect(")");
  return guid;
}

std::uint32_t labelled(Cursor& cursor, std::string_view label) {
  cursor.skip_space();
  cursor.expect(label);
  cursor.skip_space();
  return cursor.field(label == "lid" ? "a LID" : "an LMC");
}

struct Key {
  std::string_view text;
  DumpIdLine::Field field;
};

constexpr std::array<Key, 6> kKeys{{{"vendid=", DumpIdLine::Field::kVendor},
                                    {"devid=", DumpIdLine::Field::kDevice},
                                    {"sysimgguid=", DumpIdLine::Field::kSystemImage},
                                    {"switchguid=", DumpIdLine::Field::kNode},
                                    {"caguid=", DumpIdLine::Field::kNode},
                                    {"rtguid=", DumpIdLine::Field::kNode}}};

std::optional<DumpIdLine> id_line(Cursor& cursor) {
  for (const Key& key : kKeys) {
    if (!cursor.take(key.text)) continue;
    cursor.expect("0x");
    DumpIdLine line{key.field, cursor.number(16, "a hexadecimal number"), optional_guid(cursor)};
    if (!cursor.done() && !cursor.at("#")) throw cursor.fault("unexpected text after the number");
    return line;
  }
  return std::nullopt;
}

std::optional<DumpNodeLine> node_line(Cursor& cursor) {
  using Type = DumpNodeRef::Type;
  Type type = Type::kCa;
  if (cursor.take("Switch")) {
    type = Type::kSwitch;
  } else if (cursor.take("Rt") || cursor.take("Router")) {
    type = Type::kRouter;
  } else if (!cursor.take("Ca") && !cursor.take("Hca")) {
    return std::nullopt;
  }
  cursor.skip_space();
  if (cursor.at(":")) throw cursor.fault("node list of ibnetdiscover -l, expected its full dump");
  DumpNodeLine line;
  line.ports = cursor.field("a number of ports");
  line.node = node_ref(cursor);
  if (line.node.type != type) throw cursor.fault("node type and GUID prefix differ");
  cursor.skip_space();
  cursor.expect("#");
  line.name = cursor.name();
  if (type != Type::kSwitch) return line;
  cursor.skip_space();
  line.enhanced_port_0 = cursor.take("enhanced ");
  if (!line.enhanced_port_0) cursor.take("base ");
  cursor.expect("port 0");
  line.lid = labelled(cursor, "lid");
  line.lmc = labelled(cursor, "lmc");
  return line;
}

void link_rate(Cursor& cursor, DumpLinkLine& line) {
  line.rate_text = cursor.word();
  if (line.rate_text.empty()) throw cursor.fault("expected a link rate", kRates);
  if (line.rate_text.find('?') != std::string::npos) return;
  line.rate = link_rate_from_name(line.rate_text);
  if (!line.rate) {
    throw ConfigError({{}, 0, {}, line.rate_text, "unknown link rate", std::string(kRates)});
  }
}

DumpLinkLine link_line(Cursor& cursor) {
  DumpLinkLine line;
  line.port = port_number(cursor);
  line.port_guid = optional_guid(cursor);
  line.peer = node_ref(cursor);
  line.peer_port = port_number(cursor);
  line.peer_port_guid = optional_guid(cursor);
  cursor.skip_space();
  cursor.expect("#");
  cursor.skip_space();
  if (cursor.at("lid")) {
    line.lid = labelled(cursor, "lid");
    line.lmc = labelled(cursor, "lmc");
  }
  line.peer_name = cursor.name();
  line.peer_lid = labelled(cursor, "lid");
  link_rate(cursor, line);
  return line;
}

/// Lines between the records: comments, the headings of -g, and warnings caught by 2>&1.
bool carries_nothing(Cursor& cursor) {
  if (cursor.done()) return true;
  for (const std::string_view start :
       {"#", "Chassis ", "Non-Chassis Nodes", "Hostname:", "ibwarn:", "src/"}) {
    if (cursor.at(start)) return true;
  }
  return false;
}

}  // namespace

DumpLine parse_dump_line(std::string_view text) {
  Cursor cursor(text);
  if (carries_nothing(cursor)) return std::monostate{};
  if (cursor.at("[")) return link_line(cursor);
  if (auto line = id_line(cursor)) return *line;
  for (const std::string_view start : {"CA ", "SW ", "RT "}) {
    if (cursor.at(start))
      throw cursor.fault("port report of ibnetdiscover -p, expected its full dump");
  }
  for (const std::string_view start : {"< ", "> "}) {
    if (cursor.at(start))
      throw cursor.fault("output of ibnetdiscover --diff, expected a full dump");
  }
  if (auto line = node_line(cursor)) return *line;
  throw cursor.fault("no line of an ibnetdiscover dump");
}

}  // namespace ib::fabric
