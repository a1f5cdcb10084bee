// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/hca/mad_door.h"
#include "models/link/management_unit.h"
#include "models/link/port_management.h"

namespace ib::hca {

/// Queue pairs 0 and 1 of an HCA: its management unit, what agents see and set of the chip, and the
/// way to the host. Entity kManagement.
class HcaManagement final : public link::PortManagedNode {
 public:
  HcaManagement(Core& core, const NodeIdentity& identity, MadDoor& door);

  /// Somebody on the host manages through the door.
  void attach_host() { unit_.node().attach_client(); }
  /// Takes a received packet if it is for QP0 or QP1.
  [[nodiscard]] bool take(const link::StoredPacket& stored);
  /// A MAD from the host is to come.
  void arm();
  void run();
  /// A packet for another queue pair came with a wrong P_Key or Q_Key: trap 257 or 258.
  void bad_key(TrapNumber trap, const Packet& packet);

  [[nodiscard]] link::ManagementUnit& unit() { return unit_; }
  [[nodiscard]] const link::ManagementUnit& unit() const { return unit_; }

  void set_lid(Lid lid, std::uint8_t lmc) override;
  [[nodiscard]] Sl2VlTable sl2vl(std::uint8_t input, std::uint8_t output) const override;
  void set_sl2vl(std::uint8_t input, std::uint8_t output, const Sl2VlTable& table) override;
  using link::PortManagedNode::set_congestion;
  void set_congestion(const CaCongestionSetting& setting) override;
  void set_congestion(unsigned block, const CongestionControlTableBlock& table) override;
  void set_p_keys(std::uint8_t port, unsigned block, const PKeyTableBlock& keys) override;

 private:
  [[nodiscard]] link::Port* link_port(std::uint8_t) const override { return &core_.port; }
  void port_error(TrapNumber trap, std::uint8_t port) override;
  [[nodiscard]] bool send(const OutgoingMad& mad, Cycle now);

  Core& core_;
  MadDoor& door_;
  link::ManagementUnit unit_;
};

}  // namespace ib::hca
