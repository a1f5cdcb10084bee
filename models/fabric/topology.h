// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/ib/base/types.h"
#include "models/ib/link/generation.h"
#include "models/phy/phy_config.h"

namespace ib::fabric {

enum class NodeKind : std::uint8_t { kSwitch, kCa };

using NodeId = std::uint32_t;  ///< Position in Topology::nodes().

/// A port of a node: 1 and up are cable ports, 0 is a switch's management port.
struct PortRef {
  NodeId node = 0;
  std::uint32_t port = 0;
  friend constexpr bool operator==(PortRef a, PortRef b) {
    return a.node == b.node && a.port == b.port;
  }
  friend constexpr bool operator!=(PortRef a, PortRef b) { return !(a == b); }
};

struct NodePort {
  Guid guid;
  Lid lid;                ///< Base LID; 0 while none is assigned. Switches have one on port 0 only.
  std::uint32_t lmc = 0;  ///< The port answers to 2^lmc LIDs.
};

struct Node {
  NodeKind kind = NodeKind::kCa;
  std::string name;
  Guid guid;
  Guid system_image_guid;
  std::uint32_t vendor_id = 0;
  std::uint32_t device_id = 0;
  bool enhanced_port_0 = false;
  std::vector<NodePort> ports;  ///< By port number; on a CA entry 0 is unused.

  [[nodiscard]] std::uint32_t port_count() const {
    return ports.empty() ? 0 : static_cast<std::uint32_t>(ports.size() - 1);
  }
};

/// What lies between two ports. Kind and length stay open when the plan does not give them.
struct CableInfo {
  LinkRate rate;
  std::optional<phy::CableKind> kind;
  std::optional<double> length_m;
};

struct Cable {
  PortRef a;
  PortRef b;
  CableInfo info;
};

/// A cable plan: switches, channel adapters and the cables between them. Every state is valid:
/// GUIDs and LIDs are unique and a port holds at most one cable. Faults throw ConfigError.
class Topology {
 public:
  NodeId add(Node node);
  void connect(PortRef a, PortRef b, CableInfo info);
  /// Gives a CA port or a switch's port 0 the LIDs [base, base + 2^lmc).
  void assign_lid(PortRef port, Lid base, std::uint32_t lmc = 0);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] const std::vector<Cable>& cables() const { return cables_; }
  [[nodiscard]] const NodePort& port(PortRef ref) const { return nodes_[ref.node].ports[ref.port]; }
  [[nodiscard]] const Cable* cable_at(PortRef ref) const;
  [[nodiscard]] std::optional<PortRef> peer(PortRef ref) const;
  [[nodiscard]] std::optional<NodeId> node_by_guid(Guid guid) const;
  [[nodiscard]] std::optional<PortRef> port_by_guid(Guid guid) const;
  [[nodiscard]] std::optional<PortRef> port_by_lid(Lid lid) const;
  [[nodiscard]] std::size_t count(NodeKind kind) const;
  /// "leaf1[3]", for messages.
  [[nodiscard]] std::string label(PortRef ref) const;

 private:
  void check_new_guids(const Node& node) const;
  void check_free(PortRef port) const;

  std::vector<Node> nodes_;
  std::vector<Cable> cables_;
  std::vector<std::vector<std::int32_t>> cable_at_;  ///< By node and port; -1 = no cable.
  std::unordered_map<Guid, NodeId> node_by_guid_;
  std::unordered_map<Guid, PortRef> port_by_guid_;
  std::unordered_map<Lid, PortRef> port_by_lid_;
};

/// Most ports a node may have: forwarding tables name ports by one byte and 255 means drop.
inline constexpr std::uint32_t kMaxPorts = 254;
inline constexpr std::uint32_t kMaxLmc = 7;

[[nodiscard]] constexpr std::uint32_t lid_count(std::uint32_t lmc) { return 1u << lmc; }

}  // namespace ib::fabric
