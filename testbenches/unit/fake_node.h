// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>

#include "models/ib/management/management_node.h"

namespace ib::tb {

/// Hardware that remembers what it was told.
class FakeNode : public ManagedNode {
 public:
  [[nodiscard]] PortStatus port_status(std::uint8_t port) const override {
    const auto found = status.find(port);
    return found == status.end() ? PortStatus{} : found->second;
  }
  void set_port_state(std::uint8_t port, PortState state, bool disabled) override {
    status[port].state = state;
    status[port].disabled = disabled;
  }
  void set_operational_vls(std::uint8_t port, unsigned vls) override {
    status[port].operational_vls = vls;
  }
  void set_neighbor_mtu(std::uint8_t port, Mtu mtu) override { neighbor_mtu[port] = mtu; }
  void set_error_thresholds(std::uint8_t port, std::uint8_t local_phy_errors,
                            std::uint8_t overrun_errors) override {
    error_thresholds[port] = {local_phy_errors, overrun_errors};
  }
  void set_partition_enforcement(std::uint8_t port, const PartitionEnforcement& what) override {
    enforcement[port] = what;
  }
  void set_lid(Lid to, std::uint8_t) override { lid = to; }
  [[nodiscard]] VlArbTables arbitration(std::uint8_t port) const override {
    const auto found = tables.find(port);
    return found == tables.end() ? VlArbTables{} : found->second;
  }
  void set_arbitration(std::uint8_t port, const VlArbTables& to) override { tables[port] = to; }
  [[nodiscard]] Sl2VlTable sl2vl(std::uint8_t input, std::uint8_t output) const override {
    const auto found = maps.find({input, output});
    return found == maps.end() ? Sl2VlTable{} : found->second;
  }
  void set_sl2vl(std::uint8_t input, std::uint8_t output, const Sl2VlTable& to) override {
    maps[{input, output}] = to;
  }
  void set_p_keys(std::uint8_t port, unsigned, const PKeyTableBlock& keys) override {
    p_keys[port] = keys;
  }
  [[nodiscard]] LftBlock lft_block(unsigned block) const override {
    const auto found = lft.find(block);
    return found == lft.end() ? LftBlock{} : found->second;
  }
  void set_lft_block(unsigned block, const LftBlock& to) override { lft[block] = to; }
  [[nodiscard]] Lid lft_top() const override { return top; }
  void set_lft_top(Lid to) override { top = to; }
  [[nodiscard]] MftBlock mft_block(unsigned block, unsigned position) const override {
    const auto found = mft.find({block, position});
    return found == mft.end() ? MftBlock{} : found->second;
  }
  void set_mft_block(unsigned block, unsigned position, const MftBlock& to) override {
    mft[{block, position}] = to;
  }
  void set_switch_info(const SwitchInfo& to) override { switch_info = to; }
  [[nodiscard]] PmaCounters counters(std::uint8_t port) const override {
    const auto found = counted.find(port);
    return found == counted.end() ? PmaCounters{} : found->second;
  }
  void set_counters(std::uint8_t port, const PmaCounters& to) override { counted[port] = to; }
  void set_congestion(const SwitchCongestionSetting& to) override { switch_cc = to; }
  void set_congestion(std::uint8_t port, const SwitchPortCongestionElement& to) override {
    port_cc[port] = to;
  }
  void set_congestion(const CaCongestionSetting& to) override { ca_cc = to; }
  void set_congestion(unsigned block, const CongestionControlTableBlock& to) override {
    cct[block] = to;
  }

  std::map<std::uint8_t, PortStatus> status;
  std::map<std::uint8_t, Mtu> neighbor_mtu;
  std::map<std::uint8_t, std::pair<unsigned, unsigned>> error_thresholds;
  std::map<std::uint8_t, PartitionEnforcement> enforcement;
  Lid lid;
  std::map<std::uint8_t, VlArbTables> tables;
  std::map<std::pair<unsigned, unsigned>, Sl2VlTable> maps;
  std::map<std::uint8_t, PKeyTableBlock> p_keys;
  std::map<unsigned, LftBlock> lft;
  Lid top{0xBFFF};
  std::map<std::pair<unsigned, unsigned>, MftBlock> mft;
  SwitchInfo switch_info;
  std::map<std::uint8_t, PmaCounters> counted;
  SwitchCongestionSetting switch_cc;
  std::map<std::uint8_t, SwitchPortCongestionElement> port_cc;
  CaCongestionSetting ca_cc;
  std::map<unsigned, CongestionControlTableBlock> cct;
};

/// The switch of the golden NodeInfo response: 36 ports, LID 4.
inline NodeIdentity golden_switch() {
  NodeIdentity identity;
  identity.type = NodeType::kSwitch;
  identity.description = "SW1";
  identity.node_guid = Guid{0x0002C9020000AAAA};
  identity.system_image_guid = identity.node_guid;
  identity.port_guid = identity.node_guid;
  identity.vendor_id = 0x02C9;
  identity.device_id = 0xCB20;
  identity.ports = 36;
  identity.lid = Lid{4};
  return identity;
}

inline NodeIdentity plain_ca() {
  NodeIdentity identity;
  identity.description = "H1 HCA-1";
  identity.node_guid = Guid{0x0002C90300001110};
  identity.port_guid = Guid{0x0002C90300001111};
  identity.lid = Lid{1};
  return identity;
}

}  // namespace ib::tb
