// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/packet/payload.h"
#include "models/link/management_unit.h"
#include "models/link/port_management.h"

namespace ib::sw {

class Switch;

/// Port 0 of a switch: its management unit, and what agents see and set of the chip. MADs from it
/// go straight into the egress queues, beside the crossbar.
class SwitchManagement final : public link::PortManagedNode {
 public:
  /// Payloads of the MADs it sends come from `payloads`, which outlives all packets.
  SwitchManagement(Switch& chip, const NodeIdentity& identity, const ManagementConfig& config,
                   PayloadPool& payloads);

  /// Takes a packet that the forwarding table sends nowhere else, if it is for management: for QP0
  /// or QP1, with output port 0 or with the permissive LID. `input` counts from 0.
  [[nodiscard]] bool take(const link::StoredPacket& stored, unsigned input, unsigned output);
  void run(Cycle now);
  /// Partition enforcement refused a packet at a port: trap 259.
  void refused(unsigned port, const Packet& packet);

  [[nodiscard]] link::ManagementUnit& unit() { return unit_; }
  [[nodiscard]] const link::ManagementUnit& unit() const { return unit_; }

  void set_lid(Lid lid, std::uint8_t lmc) override;
  [[nodiscard]] Sl2VlTable sl2vl(std::uint8_t input, std::uint8_t output) const override;
  void set_sl2vl(std::uint8_t input, std::uint8_t output, const Sl2VlTable& table) override;
  [[nodiscard]] LftBlock lft_block(unsigned block) const override;
  void set_lft_block(unsigned block, const LftBlock& ports) override;
  [[nodiscard]] Lid lft_top() const override;
  void set_lft_top(Lid top) override;
  [[nodiscard]] MftBlock mft_block(unsigned block, unsigned position) const override;
  void set_mft_block(unsigned block, unsigned position, const MftBlock& masks) override;
  void set_switch_info(const SwitchInfo& info) override;
  using PortManagedNode::set_congestion;
  void set_congestion(const SwitchCongestionSetting& setting) override;
  void set_congestion(std::uint8_t port, const SwitchPortCongestionElement& element) override;
  void set_p_keys(std::uint8_t port, unsigned block, const PKeyTableBlock& keys) override;
  void set_partition_enforcement(std::uint8_t port, const PartitionEnforcement& what) override;

 private:
  [[nodiscard]] link::Port* link_port(std::uint8_t number) const override;
  void port_state_changed() override;
  void port_error(TrapNumber trap, std::uint8_t port) override;
  [[nodiscard]] bool send(const OutgoingMad& mad, Cycle now);

  Switch& chip_;
  PayloadPool& payloads_;
  link::ManagementUnit unit_;
  SwitchCongestionSetting congestion_;
  std::uint64_t packets_made_ = 0;
};

}  // namespace ib::sw
