// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/ib/management/management_node.h"
#include "testbenches/unit/wire_vectors.h"

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

/// The MAD of a golden packet, with the LIDs of its LRH.
inline MadPacket golden_mad(const std::string& name) {
  constexpr std::size_t kMadAt = 28;
  const Bytes wire = vector_bytes(name);
  MadPacket packet;
  std::memcpy(packet.mad.data(), wire.data() + kMadAt, kMadBytes);
  packet.dlid = Lid{load_be16(&wire[2])};
  packet.slid = Lid{load_be16(&wire[6])};
  packet.dest_qp = Qpn{load_be24(&wire[13])};
  packet.q_key = QKey{load_be32(&wire[20])};
  packet.src_qp = Qpn{load_be24(&wire[25])};
  return packet;
}

/// A LID-routed request to LID 4 of class `mgmt_class`; the data begins with the bytes of `hex`.
inline MadPacket request(std::uint8_t mgmt_class, MadMethod method, std::uint16_t attribute,
                         std::uint32_t modifier, const std::string& hex = "") {
  MadPacket packet;
  MadHeader header;
  header.mgmt_class = mgmt_class;
  header.class_version = mgmt_class == 0x21 ? 2 : 1;
  header.method = static_cast<std::uint8_t>(method);
  header.transaction_id = 0x1234;
  header.attribute_id = attribute;
  header.attribute_modifier = modifier;
  header.encode(packet.mad.data());
  const Bytes data = from_hex(hex);
  std::memcpy(&packet.mad[smp::kData], data.data(), data.size());
  packet.slid = Lid{1};
  packet.dlid = Lid{4};
  if (mgmt_class != 1) {
    packet.dest_qp = kQp1;
    packet.src_qp = kQp1;
    packet.q_key = kQp1QKey;
  }
  return packet;
}

inline MadStatus status_of(const MadPacket& answer) {
  return static_cast<MadStatus>(answer.header().status & 0x7FFF);
}

/// The first `count` bytes of the data as hex.
inline std::string data_hex(const MadPacket& packet, std::size_t count, std::size_t from = 0) {
  static const char* const kDigits = "0123456789abcdef";
  std::string hex;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t byte = packet.mad[smp::kData + from + i];
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace ib::tb
