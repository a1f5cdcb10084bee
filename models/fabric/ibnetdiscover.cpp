// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ibnetdiscover.h"

#include <unordered_map>
#include <utility>

#include "models/fabric/config_error.h"
#include "models/fabric/ibnetdiscover_links.h"
#include "models/fabric/ibnetdiscover_records.h"
#include "models/fabric/text.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

constexpr std::uint32_t kNoLid = 0xFFFF;  // Printed for a switch that was never given one.

bool is_router(const DumpNodeRef& node) { return node.type == DumpNodeRef::Type::kRouter; }

Node make_node(const DumpRecord& record) {
  const DumpNodeLine& header = record.header;
  const bool is_switch = header.node.type == DumpNodeRef::Type::kSwitch;
  Node node;
  node.kind = is_switch ? NodeKind::kSwitch : NodeKind::kCa;
  node.name = header.name.empty() ? hex(header.node.guid) : header.name;
  node.guid = header.node.guid;
  node.system_image_guid =
      record.system_image_guid == Guid{} ? node.guid : record.system_image_guid;
  node.vendor_id = record.vendor_id;
  node.device_id = record.device_id;
  node.enhanced_port_0 = header.enhanced_port_0;
  node.ports.resize(header.ports + 1);
  if (is_switch) {
    node.ports[0].guid = record.port_guid;
    if (header.lid != kNoLid) {
      node.ports[0].lid = Lid{static_cast<std::uint16_t>(header.lid)};
      node.ports[0].lmc = header.lmc;
    }
  }
  for (const DumpLink& link : record.links) {
    if (link.link.port < node.ports.size()) node.ports[link.link.port].guid = link.link.port_guid;
  }
  return node;
}

/// Joins the records of a dump to a topology.
class Importer {
 public:
  Importer(const std::vector<DumpRecord>& records, const std::string& file)
      : records_(records), file_(file) {}

  ImportedTopology run() {
    for (const DumpRecord& record : records_) add_node(record);
    DumpLinks links(result_.topology, record_lines_, file_);
    for (const DumpRecord& record : records_) {
      if (is_router(record.header.node)) continue;
      for (const DumpLink& link : record.links) add_link(record, link, links);
    }
    links.apply(result_.topology, result_.notes);
    if (result_.topology.cables().empty()) {
      throw ConfigError(
          {file_,
           records_.back().line,
           {},
           {},
           "the dump holds no link, or is cut short after " + describe(records_.back()),
           {}});
    }
    if (routers_ > 0) {
      result_.notes.push_back(file_ + ": left out " + std::to_string(routers_) + " router(s) and " +
                              std::to_string(router_links_) + " link(s) to routers");
    }
    return std::move(result_);
  }

 private:
  void add_node(const DumpRecord& record) {
    const auto [first, fresh] = record_of_.emplace(record.header.node.guid, &record);
    if (!fresh) {
      throw ConfigError({file_,
                         record.line,
                         "GUID",
                         hex(record.header.node.guid),
                         "has two records, the first is " + describe(*first->second),
                         {}});
    }
    if (is_router(record.header.node)) {
      ++routers_;
      return;
    }
    try {
      node_of_.emplace(record.header.node.guid, result_.topology.add(make_node(record)));
      record_lines_.push_back(record.line);
    } catch (const ConfigError& error) {
      throw error.at(file_, record.line);
    }
  }

  void add_link(const DumpRecord& record, const DumpLink& from, DumpLinks& links) {
    const DumpLinkLine& link = from.link;
    const auto peer_record = record_of_.find(link.peer.guid);
    if (peer_record == record_of_.end()) throw missing_record(record, from);
    if (peer_record->second->header.node.type != link.peer.type) {
      throw ConfigError({file_,
                         from.line,
                         "peer",
                         hex(link.peer.guid),
                         "is not of the type of its own record, " + describe(*peer_record->second),
                         {}});
    }
    if (is_router(link.peer)) {
      ++router_links_;
      return;
    }
    const PortRef own{node_of_.at(record.header.node.guid), link.port};
    const PortRef peer{node_of_.at(link.peer.guid), link.peer_port};
    check_port(own, from.line);
    check_port(peer, from.line);
    if (own == peer) {
      result_.notes.push_back(file_ + ": left out the loopback plug in " +
                              result_.topology.label(own));
      return;
    }
    links.add(own, peer, from);
  }

  void check_port(PortRef port, std::size_t line) const {
    const Node& node = result_.topology.node(port.node);
    if (port.port >= 1 && port.port <= node.port_count()) return;
    throw ConfigError({file_, line, printable(node.name), std::to_string(port.port), "no such port",
                       "1 to " + std::to_string(node.port_count())});
  }

  [[nodiscard]] ConfigError missing_record(const DumpRecord& record, const DumpLink& from) const {
    return ConfigError({file_,
                        from.line,
                        {},
                        {},
                        "the dump is cut short: " + describe(record) + " is cabled to " +
                            quoted(from.link.peer_name) + ' ' + hex(from.link.peer.guid) +
                            ", which has no record; the last one is " + describe(records_.back()),
                        {}});
  }

  const std::vector<DumpRecord>& records_;
  const std::string& file_;
  ImportedTopology result_;
  std::unordered_map<Guid, const DumpRecord*> record_of_;
  std::unordered_map<Guid, NodeId> node_of_;
  std::vector<std::size_t> record_lines_;  ///< By node.
  std::size_t routers_ = 0;
  std::size_t router_links_ = 0;
};

}  // namespace

ImportedTopology import_ibnetdiscover(const std::string& path) {
  return parse_ibnetdiscover(read_text_file(path), path);
}

ImportedTopology parse_ibnetdiscover(std::string_view text, const std::string& file) {
  const std::vector<DumpRecord> records = read_dump_records(text, file);
  return Importer(records, file).run();
}

}  // namespace ib::fabric
