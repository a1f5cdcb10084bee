// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/ib/management/node_attributes.h"
#include "models/ib/management/pma_counters.h"
#include "models/ib/management/port_info.h"
#include "testbenches/smp/mad_caller.h"

namespace ib::tb {

/// What stands at the other end of a cable, by what it said of itself.
struct DiscoveredPeer {
  Guid node_guid;
  std::uint8_t port = 0;
  friend bool operator==(const DiscoveredPeer& a, const DiscoveredPeer& b) {
    return a.node_guid == b.node_guid && a.port == b.port;
  }
};

struct DiscoveredPort {
  PortInfo info;
  std::optional<DiscoveredPeer> peer;
  std::optional<std::uint64_t> xmit_packets;  ///< By PortCounters; nothing without an answer.
  std::optional<std::uint64_t> rcv_packets;
};

/// A node as its answers describe it. A CA is seen through one port; its other ports, where they
/// have cables, are nodes of their own here.
struct DiscoveredNode {
  HopPath path;
  NodeInfo info;
  std::string description;
  Ticks round_trip = 0;  ///< Of the NodeInfo.
  std::map<std::uint8_t, DiscoveredPort> ports;

  [[nodiscard]] bool is_switch() const { return info.node_type == NodeType::kSwitch; }
  /// The port that has the LID: 0 of a switch, else the one it was seen through.
  [[nodiscard]] std::uint8_t lid_port() const { return is_switch() ? 0 : info.local_port_num; }
  [[nodiscard]] Lid lid() const;
};

/// Finds all nodes from one host by directed-route SMPs, breadth first: the host itself, then what
/// lies behind each port that has a link. IBTA Vol 1, 14.4.
class Discovery {
 public:
  explicit Discovery(MadCaller& caller) : caller_(caller) {}

  void run();
  /// Arms and activates every port that stands in Initialize, as a subnet manager does.
  void activate();
  /// Reads PortCounters of every linked port by LID.
  void read_counters();

  [[nodiscard]] std::vector<DiscoveredNode>& nodes() { return nodes_; }
  [[nodiscard]] const std::vector<DiscoveredNode>& nodes() const { return nodes_; }
  /// Questions that got no answer or a bad status, one a line.
  [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

 private:
  /// Asks who stands at the end of `path`; adds the node if it is new.
  [[nodiscard]] std::optional<DiscoveredPeer> visit(const HopPath& path);
  void explore(std::size_t index);
  void look_behind(std::size_t index, std::uint8_t port);
  void set_state(const DiscoveredNode& node, std::uint8_t port, PortInfo& info, unsigned state);
  [[nodiscard]] std::optional<MadReply> ask(const HopPath& path, SmpAttributeId attribute,
                                            std::uint32_t modifier = 0);
  void fail(const HopPath& path, const std::string& what);

  MadCaller& caller_;
  std::vector<DiscoveredNode> nodes_;
  std::map<std::uint64_t, std::size_t> by_port_guid_;
  std::vector<std::string> failures_;
};

/// "0,1,17", the notation of OpenSM and its tools.
[[nodiscard]] std::string path_text(const HopPath& path);

}  // namespace ib::tb
