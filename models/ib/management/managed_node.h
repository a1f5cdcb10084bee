// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/ib/base/types.h"
#include "models/ib/link/generation.h"
#include "models/ib/link/port_state.h"
#include "models/ib/link/sl2vl.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/management/congestion_attributes.h"
#include "models/ib/management/node_attributes.h"
#include "models/ib/management/pma_counters.h"
#include "models/ib/management/table_attributes.h"

namespace ib {

/// Who a node is, for as long as it runs.
struct NodeIdentity {
  NodeType type = NodeType::kCa;
  std::string description;
  Guid node_guid;
  Guid system_image_guid;
  Guid port_guid;
  std::uint32_t vendor_id = 0;
  std::uint16_t device_id = 0;
  std::uint32_t revision = 0;
  std::uint8_t ports = 1;       ///< Physical ports of the node.
  std::uint8_t local_port = 1;  ///< CA: which of them the agent stands behind.
  bool enhanced_port0 = false;
  Lid lid;  ///< As a subnet manager would have assigned it; 0 = none yet.
  std::uint8_t lmc = 0;

  [[nodiscard]] bool is_switch() const { return type == NodeType::kSwitch; }
};

/// What the hardware says of a port now.
struct PortStatus {
  PortState state = PortState::kDown;
  bool disabled = false;  ///< PortPhysicalState Disabled.
  unsigned training = 0;  ///< PortPhysicalState that link training is in; 0: there is none.
  LinkRate rate;
  Mtu mtu_cap = Mtu::k4096;
  unsigned data_vls = 1;         ///< That the port has.
  unsigned operational_vls = 1;  ///< That it uses.
};

/// What a switch port lets through, as PortInfo says.
struct PartitionEnforcement {
  bool inbound = false;   ///< Only the partitions of its P_Key table come in ...
  bool outbound = false;  ///< ... and go out.
  bool filter_raw_inbound = false;
  bool filter_raw_outbound = false;

  friend bool operator==(const PartitionEnforcement& a, const PartitionEnforcement& b) {
    return a.inbound == b.inbound && a.outbound == b.outbound &&
           a.filter_raw_inbound == b.filter_raw_inbound &&
           a.filter_raw_outbound == b.filter_raw_outbound;
  }
};

/// What an agent sees and sets of the chip it manages. Ports are numbered as in the specification:
/// a switch's management port is 0 and has neither link nor counters; a CA has the one port
/// `NodeIdentity::local_port`. Callers keep to those ports.
class ManagedNode {
 public:
  ManagedNode() = default;
  ManagedNode(const ManagedNode&) = delete;
  ManagedNode& operator=(const ManagedNode&) = delete;
  virtual ~ManagedNode() = default;

  [[nodiscard]] virtual PortStatus port_status(std::uint8_t port) const = 0;
  /// A legal step of the link state machine. Down takes both ends of the link down; they train, to
  /// Initialize, unless the port is to be `disabled`.
  virtual void set_port_state(std::uint8_t port, PortState state, bool disabled) = 0;
  virtual void set_operational_vls(std::uint8_t port, unsigned data_vls) = 0;
  virtual void set_neighbor_mtu(std::uint8_t port, Mtu mtu) = 0;
  /// PortInfo.LocalPhyErrors and OverrunErrors: when errors become traps 129 and 130.
  virtual void set_error_thresholds(std::uint8_t port, std::uint8_t local_phy_errors,
                                    std::uint8_t overrun_errors) = 0;
  /// Of a switch port.
  virtual void set_partition_enforcement(std::uint8_t port, const PartitionEnforcement& what) = 0;
  virtual void set_lid(Lid lid, std::uint8_t lmc) = 0;

  [[nodiscard]] virtual VlArbTables arbitration(std::uint8_t port) const = 0;
  virtual void set_arbitration(std::uint8_t port, const VlArbTables& tables) = 0;
  /// A CA has one table; `input` and `output` are its port.
  [[nodiscard]] virtual Sl2VlTable sl2vl(std::uint8_t input, std::uint8_t output) const = 0;
  virtual void set_sl2vl(std::uint8_t input, std::uint8_t output, const Sl2VlTable& table) = 0;
  virtual void set_p_keys(std::uint8_t port, unsigned block, const PKeyTableBlock& keys) = 0;

  // Forwarding, for switches.
  [[nodiscard]] virtual LftBlock lft_block(unsigned block) const = 0;
  virtual void set_lft_block(unsigned block, const LftBlock& ports) = 0;
  [[nodiscard]] virtual Lid lft_top() const = 0;
  virtual void set_lft_top(Lid top) = 0;
  [[nodiscard]] virtual MftBlock mft_block(unsigned block, unsigned position) const = 0;
  virtual void set_mft_block(unsigned block, unsigned position, const MftBlock& masks) = 0;
  /// The forwarding fields of SwitchInfo: default ports, life time, MulticastFDBTop.
  virtual void set_switch_info(const SwitchInfo& info) = 0;

  [[nodiscard]] virtual PmaCounters counters(std::uint8_t port) const = 0;
  virtual void set_counters(std::uint8_t port, const PmaCounters& counters) = 0;

  // Congestion control: what a manager has set, for hardware that acts on it.
  virtual void set_congestion(const SwitchCongestionSetting& setting) = 0;
  virtual void set_congestion(std::uint8_t port, const SwitchPortCongestionElement& element) = 0;
  virtual void set_congestion(const CaCongestionSetting& setting) = 0;
  virtual void set_congestion(unsigned block, const CongestionControlTableBlock& table) = 0;
};

}  // namespace ib
