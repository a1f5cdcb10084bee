// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/management/congestion_attributes.h"
#include "models/ib/management/m_key.h"
#include "models/ib/management/mad_packet.h"
#include "models/ib/management/managed_node.h"

namespace ib {

/// The congestion control agent (CCA) of a node: its attributes, guarded by the CC_Key. What is set
/// goes to the hardware. Times are nanoseconds. IBTA Vol 1, annex A10.
class CongestionAgent {
 public:
  static constexpr std::uint8_t kClassVersion = 2;
  /// Blocks of the congestion control table: 128 entries (ib-facts 7).
  static constexpr unsigned kTableBlocks = 2;

  CongestionAgent(ManagedNode& node, const NodeIdentity& identity);

  /// Works on a Get or Set. True: the packet has become the answer; false: a bad CC_Key.
  [[nodiscard]] bool handle(MadPacket& gmp, std::uint64_t now);
  [[nodiscard]] std::uint16_t key_violations() const { return guard_.violations(); }

 private:
  [[nodiscard]] MadStatus access(const MadHeader& header, CongestionData& data, std::uint64_t now);
  [[nodiscard]] MadStatus of_switch(const MadHeader& header, bool set, CongestionData& data);
  [[nodiscard]] MadStatus of_ca(const MadHeader& header, bool set, CongestionData& data);
  [[nodiscard]] MadStatus key_info(bool set, CongestionData& data);
  [[nodiscard]] MadStatus log(CongestionData& data, std::uint64_t now) const;

  ManagedNode& node_;
  bool is_switch_;
  std::uint8_t ports_;
  CongestionKeyInfo key_;
  MKeyGuard guard_;
  SwitchCongestionSetting switch_;
  std::vector<SwitchPortCongestionSetting> switch_ports_;
  CaCongestionSetting ca_;
  std::vector<CongestionControlTableBlock> table_;
};

}  // namespace ib
