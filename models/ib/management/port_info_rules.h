// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/management/managed_node.h"
#include "models/ib/management/management_config.h"
#include "models/ib/management/port_info.h"
#include "models/ib/management/smp_attribute.h"

namespace ib {

/// PortPhysicalState codes (ib-facts 3.5).
enum class PortPhysicalState : std::uint8_t {
  kNoChange = 0,
  kSleep = 1,
  kPolling = 2,
  kDisabled = 3,
  kTraining = 4,
  kLinkUp = 5,
  kLinkErrorRecovery = 6,
};

/// Which fields of a PortInfo mean something.
enum class PortRole : std::uint8_t {
  kCa,
  kSwitchPort0,  ///< Has a LID, but no link.
  kSwitchPort,   ///< Has a link, but no LID.
};

[[nodiscard]] constexpr bool has_lid(PortRole role) { return role != PortRole::kSwitchPort; }
[[nodiscard]] constexpr bool has_link(PortRole role) { return role != PortRole::kSwitchPort0; }

/// The code of a width in LinkWidth fields.
[[nodiscard]] std::uint8_t width_code(Width width);
/// Code of PortInfo.VLCap and OperationalVLs that holds `data_vls`, rounded down.
[[nodiscard]] std::uint8_t vl_code(unsigned data_vls);

/// PortInfo of a port at the start: what its hardware can do, and what a subnet manager would have
/// set of its address.
[[nodiscard]] PortInfo initial_port_info(const NodeIdentity& identity, PortRole role,
                                         const PortStatus& status);

/// Brings up to date what changes by itself: states, active width and speed, operational VLs.
void refresh(PortInfo& info, PortRole role, const PortStatus& status);

/// Whether Set(PortInfo) of `wanted` may be carried out (ib-facts 5.4). IBTA Vol 1, 14.2.5.6.
[[nodiscard]] MadStatus check_port_info(const PortInfo& now, const PortInfo& wanted, PortRole role);

/// Carries out what `check_port_info` let pass, but for the states of the link.
void merge_port_info(PortInfo& now, const PortInfo& wanted, PortRole role);

}  // namespace ib
