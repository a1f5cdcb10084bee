// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/subnet_ports.h"

#include <algorithm>

#include "models/ib/switching/partition_filter.h"

namespace ib {
namespace {

constexpr unsigned kPKeysPerBlock = PKeyTableBlock::kEntries;
constexpr unsigned kHalf = VlArbitrationBlock::kEntries;

std::vector<VlArbEntry>& table_of(VlArbTables& tables, unsigned block) {
  return block <= 2 ? tables.low : tables.high;
}

PartitionEnforcement enforcement_of(const PortInfo& info) {
  return {info.partition_enforcement_inbound, info.partition_enforcement_outbound,
          info.filter_raw_inbound, info.filter_raw_outbound};
}

}  // namespace

SubnetPorts::SubnetPorts(ManagedNode& node, const NodeIdentity& identity,
                         const ManagementConfig& config)
    : node_(node), identity_(identity) {
  const unsigned first = identity.is_switch() ? 0 : identity.local_port;
  const unsigned last = identity.is_switch() ? identity.ports : identity.local_port;
  const unsigned blocks = (config.partition_cap + kPKeysPerBlock - 1) / kPKeysPerBlock;
  for (unsigned number = first; number <= last; ++number) {
    Port port;
    port.number = static_cast<std::uint8_t>(number);
    if (identity.is_switch())
      port.role = number == 0 ? PortRole::kSwitchPort0 : PortRole::kSwitchPort;
    port.info = initial_port_info(identity, port.role, node.port_status(port.number));
    port.p_keys.resize(blocks);
    port.p_keys[0].entries[0] = PKey{0xFFFF};
    ports_.push_back(std::move(port));
  }
  guids_.entries[0] = identity.port_guid;
}

SubnetPorts::Port* SubnetPorts::find(std::uint32_t number) {
  if (identity_.is_switch()) return number < ports_.size() ? &ports_[number] : nullptr;
  return number == 0 || number == identity_.local_port ? &ports_.front() : nullptr;
}

const SubnetPorts::Port* SubnetPorts::find(std::uint32_t number) const {
  return const_cast<SubnetPorts*>(this)->find(number);
}

bool SubnetPorts::admits(PKey key) const {
  for (const PKeyTableBlock& block : ports_.front().p_keys) {
    for (const PKey own : block.entries) {
      if (p_keys_match(own, key)) return true;
    }
  }
  return false;
}

const PortInfo& SubnetPorts::current(std::uint8_t number) {
  Port& port = *find(number);
  refresh(port.info, port.role, node_.port_status(port.number));
  return port.info;
}

MadStatus SubnetPorts::port_info(std::uint32_t modifier, bool set, SmpData& data,
                                 std::uint8_t in_port) {
  constexpr std::uint32_t kSmSpeaksExtendedSpeeds = 0x80000000;
  Port* const port = find(modifier & ~kSmSpeaksExtendedSpeeds);
  if (port == nullptr) return MadStatus::kBadValue;
  (void)current(port->number);
  bool reregister = false;
  if (set) {
    const auto wanted = decode_attribute<PortInfo>(data);
    const MadStatus status = check_port_info(port->info, wanted, port->role);
    if (status != MadStatus::kOk) return status;
    carry_out(*port, wanted);
    reregister = wanted.client_reregister;
  }
  PortInfo shown = current(port->number);
  shown.local_port_num = identity_.is_switch() ? in_port : identity_.local_port;
  shown.client_reregister = reregister;
  data = encode_attribute(shown);
  return MadStatus::kOk;
}

// The state of the link comes last: it may cut the way of the answer.
void SubnetPorts::carry_out(Port& port, const PortInfo& wanted) {
  const PortInfo before = port.info;
  merge_port_info(port.info, wanted, port.role);
  if (has_lid(port.role)) node_.set_lid(port.info.lid, port.info.lmc);
  if (!has_link(port.role)) return;
  node_.set_neighbor_mtu(port.number, static_cast<Mtu>(port.info.neighbor_mtu));
  if (wanted.operational_vls != 0) {
    node_.set_operational_vls(port.number, operational_data_vls(wanted.operational_vls));
  }
  node_.set_error_thresholds(port.number, port.info.local_phy_errors, port.info.overrun_errors);
  if (!(enforcement_of(port.info) == enforcement_of(before))) {
    node_.set_partition_enforcement(port.number, enforcement_of(port.info));
  }
  if (wanted.vl_high_limit != before.vl_high_limit) {
    VlArbTables tables = node_.arbitration(port.number);
    tables.high_limit = wanted.vl_high_limit;
    node_.set_arbitration(port.number, tables);
  }
  const auto physical = static_cast<PortPhysicalState>(wanted.port_physical_state);
  const auto down = static_cast<std::uint8_t>(PortState::kDown);
  if (wanted.port_state == down || physical != PortPhysicalState::kNoChange) {
    node_.set_port_state(port.number, PortState::kDown, physical == PortPhysicalState::kDisabled);
  } else if (wanted.port_state != 0 && wanted.port_state != before.port_state) {
    node_.set_port_state(port.number, static_cast<PortState>(wanted.port_state),
                         /*disabled=*/false);
  }
}

MadStatus SubnetPorts::guid_info(std::uint32_t modifier, bool set, SmpData& data) {
  if (modifier != 0) return MadStatus::kBadValue;
  if (set) {
    // Entry 0 is the port's own GUID for good.
    guids_ = decode_attribute<GuidInfo>(data);
    guids_.entries[0] = identity_.port_guid;
  }
  data = encode_attribute(guids_);
  return MadStatus::kOk;
}

MadStatus SubnetPorts::p_key_table(std::uint32_t modifier, bool set, SmpData& data) {
  Port* const port = find(identity_.is_switch() ? modifier >> 16 : 0);
  const std::uint32_t block = modifier & 0xFFFF;
  if (port == nullptr || block >= port->p_keys.size()) return MadStatus::kBadValue;
  if (set) {
    port->p_keys[block] = decode_attribute<PKeyTableBlock>(data);
    node_.set_p_keys(port->number, block, port->p_keys[block]);
  }
  data = encode_attribute(port->p_keys[block]);
  return MadStatus::kOk;
}

MadStatus SubnetPorts::sl_to_vl(std::uint32_t modifier, bool set, SmpData& data) {
  std::uint8_t input = identity_.local_port;
  std::uint8_t output = input;
  if (identity_.is_switch()) {
    if (modifier >> 16 != 0 || find(modifier >> 8) == nullptr || find(modifier & 0xFF) == nullptr) {
      return MadStatus::kBadValue;
    }
    input = static_cast<std::uint8_t>(modifier >> 8);
    output = static_cast<std::uint8_t>(modifier);
  }
  if (set) node_.set_sl2vl(input, output, decode_attribute<SlToVlMapping>(data).table);
  data = encode_attribute(SlToVlMapping{node_.sl2vl(input, output)});
  return MadStatus::kOk;
}

MadStatus SubnetPorts::vl_arbitration(std::uint32_t modifier, bool set, SmpData& data) {
  const std::uint32_t block = modifier >> 16;
  const Port* const port = find(modifier & 0xFFFF);
  const bool exists = port != nullptr && has_link(port->role) && block >= 1 && block <= 4;
  if (!exists) return MadStatus::kBadValue;
  VlArbTables tables = node_.arbitration(port->number);
  std::vector<VlArbEntry>& table = table_of(tables, block);
  const unsigned first = block % 2 == 1 ? 0 : kHalf;
  if (set) {
    const auto wanted = decode_attribute<VlArbitrationBlock>(data);
    for (const VlArbEntry& entry : wanted.entries) {
      if (entry.vl == kVl15) return MadStatus::kBadValue;
    }
    table.resize(std::max<std::size_t>(table.size(), first + kHalf));
    std::copy(wanted.entries.begin(), wanted.entries.end(), table.begin() + first);
    node_.set_arbitration(port->number, tables);
  }
  VlArbitrationBlock shown;
  for (unsigned i = 0; i < kHalf && first + i < table.size(); ++i) {
    shown.entries[i] = table[first + i];
  }
  data = encode_attribute(shown);
  return MadStatus::kOk;
}

// FEC modes: no manager can change them here, so none is shown as supported (CapMask 0).
MadStatus SubnetPorts::port_info_extended(std::uint32_t modifier, bool set, SmpData& data) const {
  if (find(modifier) == nullptr) return MadStatus::kBadValue;
  if (!set) data = {};
  return MadStatus::kOk;
}

MadStatus SubnetPorts::extended_port_info(std::uint32_t modifier, bool set, SmpData& data) const {
  const Port* const port = find(modifier & 0xFF);
  if (port == nullptr) return MadStatus::kBadValue;
  const bool fdr10 = node_.port_status(port->number).rate.generation == Generation::kFdr10;
  (void)set;  // the link trains with what it has
  data = {};
  for (const unsigned first : {56u, 88u, 120u}) store_bits(data.data(), first, 8, fdr10 ? 1 : 0);
  return MadStatus::kOk;
}

}  // namespace ib
