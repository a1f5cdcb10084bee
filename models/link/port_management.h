// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/ib/management/managed_node.h"
#include "models/ib/management/notice.h"
#include "models/link/port.h"

namespace ib::link {

/// The part of a managed chip that is its ports. Forwarding, partitions and congestion control stay
/// without effect; a chip that has them overrides.
class PortManagedNode : public ManagedNode, public PortListener {
 public:
  void incident(std::uint16_t port, PortIncident what) override;
  [[nodiscard]] PortStatus port_status(std::uint8_t port) const override;
  void set_port_state(std::uint8_t port, PortState state, bool disabled) override;
  void set_operational_vls(std::uint8_t port, unsigned data_vls) override;
  void set_neighbor_mtu(std::uint8_t port, Mtu mtu) override;
  [[nodiscard]] VlArbTables arbitration(std::uint8_t port) const override;
  void set_arbitration(std::uint8_t port, const VlArbTables& tables) override;
  void set_error_thresholds(std::uint8_t port, std::uint8_t local_phy_errors,
                            std::uint8_t overrun_errors) override;
  void set_partition_enforcement(std::uint8_t port, const PartitionEnforcement& what) override;
  [[nodiscard]] PmaCounters counters(std::uint8_t port) const override;
  void set_counters(std::uint8_t port, const PmaCounters& counters) override;

  void set_p_keys(std::uint8_t port, unsigned block, const PKeyTableBlock& keys) override;
  [[nodiscard]] LftBlock lft_block(unsigned block) const override;
  void set_lft_block(unsigned block, const LftBlock& ports) override;
  [[nodiscard]] Lid lft_top() const override;
  void set_lft_top(Lid top) override;
  [[nodiscard]] MftBlock mft_block(unsigned block, unsigned position) const override;
  void set_mft_block(unsigned block, unsigned position, const MftBlock& masks) override;
  void set_switch_info(const SwitchInfo& info) override;
  void set_congestion(const SwitchCongestionSetting& setting) override;
  void set_congestion(std::uint8_t port, const SwitchPortCongestionElement& element) override;
  void set_congestion(const CaCongestionSetting& setting) override;
  void set_congestion(unsigned block, const CongestionControlTableBlock& table) override;

 protected:
  /// The port of that number; null where there is no link, as at a switch's port 0.
  [[nodiscard]] virtual Port* link_port(std::uint8_t number) const = 0;
  /// A port went from Down, or to it.
  virtual void port_state_changed() {}
  /// Traps 129-131.
  virtual void port_error(TrapNumber trap, std::uint8_t port) = 0;
};

/// The counters of a port by their PMA names.
[[nodiscard]] PmaCounters pma_counters(const PortCounters& counters);
void write_counters(PortCounters& to, const PmaCounters& counters);

}  // namespace ib::link
