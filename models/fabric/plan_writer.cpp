// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/plan_writer.h"

#include <cstdio>
#include <string_view>

#include "models/fabric/config_error.h"
#include "models/fabric/text.h"

namespace ib::fabric {
namespace {

bool is_switch(const Node& node) { return node.kind == NodeKind::kSwitch; }

/// A GUID without "0x".
std::string digits(Guid guid) { return hex(guid).substr(2); }

std::string number(std::uint32_t value) { return std::to_string(value); }

std::string prefixed_hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

std::string rate_name(LinkRate rate) {
  return number(lanes(rate.width)) + "x" + std::string(info(rate.generation).name);
}

/// The port of a node that owns the LID seen at `port`.
PortRef lid_port(const Topology& topology, PortRef port) {
  return is_switch(topology.node(port.node)) ? PortRef{port.node, 0} : port;
}

std::string id(const Node& node) {
  return (is_switch(node) ? "\"S-" : "\"H-") + digits(node.guid) + '"';
}

/// `lid 13`, and for the owner of the line `lmc 0`.
std::string lid_of(const Topology& topology, PortRef port) {
  return "lid " + number(topology.port(lid_port(topology, port)).lid.value());
}

std::string head(const Topology& topology, NodeId at) {
  const Node& node = topology.node(at);
  const bool sw = is_switch(node);
  std::string text = "\nvendid=" + prefixed_hex(node.vendor_id) +
                     "\ndevid=" + prefixed_hex(node.device_id) +
                     "\nsysimgguid=" + hex(node.system_image_guid) + '\n';
  text += (sw ? "switchguid=" : "caguid=") + hex(node.guid);
  if (sw) text += '(' + digits(node.ports[0].guid) + ')';
  text += (sw ? "\nSwitch\t" : "\nCa\t") + number(node.port_count()) + ' ' + id(node) + "\t\t# \"" +
          node.name + '"';
  if (!sw) return text + '\n';
  return text + (node.enhanced_port_0 ? " enhanced" : " base") + " port 0 " +
         lid_of(topology, {at, 0}) + " lmc " + number(node.ports[0].lmc) + '\n';
}

/// One cable as the node at `port` sees it.
std::string line(const Topology& topology, PortRef port, PortRef peer, LinkRate rate) {
  const Node& other = topology.node(peer.node);
  const bool own_guid = !is_switch(topology.node(port.node));
  std::string text = '[' + number(port.port) + ']';
  if (own_guid) text += '(' + digits(topology.port(port).guid) + ") ";
  text += '\t' + id(other) + '[' + number(peer.port) + ']';
  if (!is_switch(other)) text += '(' + digits(topology.port(peer).guid) + ") ";
  text += "\t\t# ";
  if (own_guid) {
    text += lid_of(topology, port) + " lmc " + number(topology.port(port).lmc) + ' ';
  }
  return text + '"' + other.name + "\" " + lid_of(topology, peer) + ' ' + rate_name(rate) + '\n';
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : printable(name)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

std::string toml_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '*' || c == '[' || c == ']' ? '_' : c;
  }
  return quoted + "\"";
}

}  // namespace

std::string to_ibnetdiscover(const Topology& topology) {
  std::string text = "#\n# Topology file: written by ibsilicon\n#\n";
  for (const bool switches : {true, false}) {
    for (NodeId at = 0; at < topology.nodes().size(); ++at) {
      if (is_switch(topology.node(at)) != switches) continue;
      text += head(topology, at);
      for (std::uint32_t port = 1; port <= topology.node(at).port_count(); ++port) {
        const Cable* const cable = topology.cable_at({at, port});
        if (cable == nullptr) continue;
        text += line(topology, {at, port}, *topology.peer({at, port}), cable->info.rate);
      }
    }
  }
  return text;
}

std::string to_dot(const Topology& topology) {
  std::string text = "graph fabric {\n  node [shape=ellipse];\n";
  for (NodeId at = 0; at < topology.nodes().size(); ++at) {
    const Node& node = topology.node(at);
    text += "  n" + number(at) + " [label=\"" + escaped(node.name) + '"' +
            (is_switch(node) ? ", shape=box" : "") + "];\n";
  }
  for (const Cable& cable : topology.cables()) {
    text += "  n" + number(cable.a.node) + " -- n" + number(cable.b.node) + " [taillabel=\"" +
            number(cable.a.port) + "\", headlabel=\"" + number(cable.b.port) + "\", label=\"" +
            rate_name(cable.info.rate) + "\"];\n";
  }
  return text + "}\n";
}

std::string to_plan_file(const Topology& topology) {
  std::string text = "# A plan of ibsilicon: docs/blocks/plan_file.md\n";
  for (const Node& node : topology.nodes()) {
    text += node.kind == NodeKind::kSwitch ? "\n[[switch]]\n" : "\n[[host]]\n";
    text +=
        "name = " + toml_text(node.name) + "\nports = " + std::to_string(node.port_count()) + "\n";
  }
  for (const Cable& cable : topology.cables()) {
    const auto end = [&](PortRef ref) {
      std::string quoted = toml_text(topology.node(ref.node).name);
      quoted.insert(quoted.size() - 1, "[" + std::to_string(ref.port) + "]");
      return quoted;
    };
    text += "\n[[link]]\na = " + end(cable.a) + "\nb = " + end(cable.b) + "\nrate = \"" +
            rate_name(cable.info.rate) + "\"\n";
    if (cable.info.kind) {
      const auto index = static_cast<std::size_t>(*cable.info.kind);
      text += "kind = \"" + std::string(EnumNames<phy::CableKind>::values.at(index)) + "\"\n";
    }
    if (cable.info.length_m) text += "length_m = " + std::to_string(*cable.info.length_m) + "\n";
  }
  return text;
}

}  // namespace ib::fabric
