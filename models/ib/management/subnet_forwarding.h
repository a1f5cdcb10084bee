// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/management/managed_node.h"
#include "models/ib/management/management_config.h"

namespace ib {

/// The attributes of a switch's forwarding: SwitchInfo, LinearForwardingTable and
/// MulticastForwardingTable. Calls as those of SubnetPorts.
class SubnetForwarding {
 public:
  SubnetForwarding(ManagedNode& node, const NodeIdentity& identity, const ManagementConfig& config);

  [[nodiscard]] MadStatus switch_info(std::uint32_t modifier, bool set, SmpData& data);
  [[nodiscard]] MadStatus linear_table(std::uint32_t modifier, bool set, SmpData& data);
  [[nodiscard]] MadStatus multicast_table(std::uint32_t modifier, bool set, SmpData& data);

  /// A port went to or from Down: SwitchInfo.PortStateChange until a manager clears it.
  void port_state_changed() { info_.port_state_change = true; }

 private:
  ManagedNode& node_;
  unsigned ports_;
  SwitchInfo info_;
};

}  // namespace ib
