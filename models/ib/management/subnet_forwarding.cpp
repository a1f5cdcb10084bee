// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/subnet_forwarding.h"

#include "models/ib/switching/lft.h"
#include "models/ib/switching/mft.h"

namespace ib {
namespace {

constexpr std::uint8_t kNoPort = 0xFF;

}  // namespace

SubnetForwarding::SubnetForwarding(ManagedNode& node, const NodeIdentity& identity,
                                   const ManagementConfig& config)
    : node_(node), ports_(identity.ports) {
  if (!identity.is_switch()) return;
  info_.linear_fdb_cap = Lft::kCapacity;
  info_.multicast_fdb_cap = Mft::kCapacity;
  info_.default_multicast_primary_port = kNoPort;
  info_.default_multicast_not_primary_port = kNoPort;
  info_.life_time_value = 20;
  info_.partition_enforcement_cap = static_cast<std::uint16_t>(config.partition_cap);
  info_.inbound_enforcement_cap = true;
  info_.outbound_enforcement_cap = true;
  info_.filter_raw_inbound_cap = true;
  info_.filter_raw_outbound_cap = true;
  info_.enhanced_port0 = identity.enhanced_port0;
}

MadStatus SubnetForwarding::switch_info(std::uint32_t modifier, bool set, SmpData& data) {
  if (modifier != 0) return MadStatus::kBadValue;
  if (set) {
    const auto wanted = decode_attribute<SwitchInfo>(data);
    const auto port_ok = [this](std::uint8_t port) { return port <= ports_ || port == kNoPort; };
    const bool legal = wanted.linear_fdb_top < info_.linear_fdb_cap &&
                       port_ok(wanted.default_port) &&
                       port_ok(wanted.default_multicast_primary_port) &&
                       port_ok(wanted.default_multicast_not_primary_port);
    if (!legal) return MadStatus::kBadValue;
    info_.default_port = wanted.default_port;
    info_.default_multicast_primary_port = wanted.default_multicast_primary_port;
    info_.default_multicast_not_primary_port = wanted.default_multicast_not_primary_port;
    info_.life_time_value = wanted.life_time_value;
    info_.multicast_fdb_top = wanted.multicast_fdb_top;
    if (wanted.port_state_change) info_.port_state_change = false;
    node_.set_lft_top(Lid{wanted.linear_fdb_top});
    node_.set_switch_info(info_);
  }
  info_.linear_fdb_top = node_.lft_top().value();
  data = encode_attribute(info_);
  return MadStatus::kOk;
}

MadStatus SubnetForwarding::linear_table(std::uint32_t modifier, bool set, SmpData& data) {
  if (modifier >= Lft::kCapacity / Lft::kBlockLids) return MadStatus::kBadValue;
  if (set) node_.set_lft_block(modifier, decode_attribute<LftBlock>(data));
  data = encode_attribute(node_.lft_block(modifier));
  return MadStatus::kOk;
}

MadStatus SubnetForwarding::multicast_table(std::uint32_t modifier, bool set, SmpData& data) {
  const std::uint32_t block = modifier & 0x1FF;
  const std::uint32_t position = modifier >> 28;
  const bool exists = (modifier & 0x0FFFFE00) == 0 && 16 * position <= ports_ &&
                      MftBlock::kEntries * block < info_.multicast_fdb_cap;
  if (!exists) return MadStatus::kBadValue;
  if (set) node_.set_mft_block(block, position, decode_attribute<MftBlock>(data));
  data = encode_attribute(node_.mft_block(block, position));
  return MadStatus::kOk;
}

}  // namespace ib
