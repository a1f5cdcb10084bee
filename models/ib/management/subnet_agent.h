// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/management/m_key.h"
#include "models/ib/management/mad_packet.h"
#include "models/ib/management/subnet_forwarding.h"
#include "models/ib/management/subnet_ports.h"
#include "models/ib/management/trap_notices.h"
#include "models/ib/management/trap_source.h"

namespace ib {

/// The subnet management agent (SMA) of a node: attributes, M_Key, traps. Times are nanoseconds
/// that never run backwards. IBTA Vol 1, 14.2 and 14.3.
class SubnetAgent {
 public:
  SubnetAgent(ManagedNode& node, const NodeIdentity& identity, const ManagementConfig& config);

  /// Works on a Get, Set or TrapRepress that came in on `in_port` (0: the node itself). True: the
  /// packet has become the answer; false: there is none.
  [[nodiscard]] bool handle(MadPacket& smp, std::uint8_t in_port, std::uint64_t now);

  /// A port of a switch went to or from Down: PortStateChange and trap 128.
  void port_state_changed();
  /// Traps 129-131.
  void port_error(TrapNumber trap, std::uint8_t port);
  /// A packet with a wrong P_Key or Q_Key (trap 257 or 258): counts in PortInfo, too.
  void bad_key(TrapNumber trap, const KeyViolation& violation);
  /// Trap 259: partition enforcement refused a packet.
  void bad_p_key_at_switch(std::uint8_t port, const KeyViolation& violation);
  /// A subnet manager runs at this node, or stops: CapabilityMask.IsSM and trap 144.
  void set_is_sm(bool is_sm);

  /// The trap to send at `now`, as an SMP to the master subnet manager.
  [[nodiscard]] std::optional<MadPacket> take_trap(std::uint64_t now);
  /// When `take_trap` or the lease of the M_Key next has something to do.
  [[nodiscard]] std::optional<std::uint64_t> deadline() const;

  /// Whether the port is in the partition of `key` (ib-facts 6).
  [[nodiscard]] bool admits(PKey key) const { return ports_.admits(key); }

  [[nodiscard]] const PortInfo& port_info() const { return ports_.own(); }
  [[nodiscard]] const MKeyGuard& m_key() const { return guard_; }
  [[nodiscard]] const TrapSource& traps() const { return traps_; }

 private:
  [[nodiscard]] MadStatus access(const MadHeader& header, SmpData& data, std::uint8_t in_port);
  [[nodiscard]] MadStatus node_attribute(SmpAttributeId id, bool set, SmpData& data,
                                         std::uint8_t in_port);
  [[nodiscard]] MadStatus own_port_info(const MadHeader& header, bool set, SmpData& data,
                                        std::uint8_t in_port);
  [[nodiscard]] NodeInfo node_info(std::uint8_t in_port) const;
  [[nodiscard]] TrapIssuer issuer() const;
  void raise(const Notice& notice);
  [[nodiscard]] std::uint64_t trap_interval() const;

  NodeIdentity identity_;
  std::uint16_t partition_cap_;
  SubnetPorts ports_;
  SubnetForwarding forwarding_;
  MKeyGuard guard_;
  TrapSource traps_;
  bool hides_m_key_ = false;  ///< Of the SMP at work.
  bool led_on_ = false;
};

}  // namespace ib
