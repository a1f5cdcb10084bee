// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/management/managed_node.h"
#include "models/ib/management/management_config.h"
#include "models/ib/management/port_info.h"
#include "models/ib/management/port_info_rules.h"

namespace ib {

/// The attributes of a node's ports: PortInfo, GUIDInfo, P_KeyTable, SLtoVLMapping and
/// VLArbitration. Each call answers one Get or, with `set`, one Set; data of a refused one is left
/// as it came.
class SubnetPorts {
 public:
  SubnetPorts(ManagedNode& node, const NodeIdentity& identity, const ManagementConfig& config);

  [[nodiscard]] MadStatus port_info(std::uint32_t modifier, bool set, SmpData& data,
                                    std::uint8_t in_port);
  [[nodiscard]] MadStatus guid_info(std::uint32_t modifier, bool set, SmpData& data);
  [[nodiscard]] MadStatus p_key_table(std::uint32_t modifier, bool set, SmpData& data);
  [[nodiscard]] MadStatus sl_to_vl(std::uint32_t modifier, bool set, SmpData& data);
  [[nodiscard]] MadStatus vl_arbitration(std::uint32_t modifier, bool set, SmpData& data);
  [[nodiscard]] MadStatus port_info_extended(std::uint32_t modifier, bool set, SmpData& data) const;
  [[nodiscard]] MadStatus extended_port_info(std::uint32_t modifier, bool set, SmpData& data) const;

  /// PortInfo of the port that has the node's LID: a switch's port 0 or the CA's port.
  [[nodiscard]] PortInfo& own() { return ports_.front().info; }
  [[nodiscard]] const PortInfo& own() const { return ports_.front().info; }
  /// Whether the P_Key table of the own port has a match for `key`.
  [[nodiscard]] bool admits(PKey key) const;
  /// PortInfo as a Get shows it.
  [[nodiscard]] const PortInfo& current(std::uint8_t port);

 private:
  struct Port {
    std::uint8_t number = 0;
    PortRole role = PortRole::kCa;
    PortInfo info;
    std::vector<PKeyTableBlock> p_keys;
  };

  /// The port that an attribute modifier names; null when there is none.
  [[nodiscard]] Port* find(std::uint32_t number);
  [[nodiscard]] const Port* find(std::uint32_t number) const;
  void carry_out(Port& port, const PortInfo& wanted);

  ManagedNode& node_;
  NodeIdentity identity_;
  std::vector<Port> ports_;  ///< A switch's from port 0 on; a CA's one.
  GuidInfo guids_;
};

}  // namespace ib
