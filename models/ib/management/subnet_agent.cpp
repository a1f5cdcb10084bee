// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/subnet_agent.h"

#include <algorithm>

#include "models/ib/base/bytes.h"

namespace ib {
namespace {

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
constexpr std::uint32_t kIsSm = 1u << 1;
constexpr std::uint8_t kVersion = 1;

}  // namespace

SubnetAgent::SubnetAgent(ManagedNode& node, const NodeIdentity& identity,
                         const ManagementConfig& config)
    : identity_(identity),
      partition_cap_(static_cast<std::uint16_t>(config.partition_cap)),
      ports_(node, identity, config),
      forwarding_(node, identity, config) {}

bool SubnetAgent::handle(MadPacket& smp, std::uint8_t in_port, std::uint64_t now) {
  const MadHeader header = smp.header();
  if (header.base_version != kVersion || header.class_version != kVersion) {
    make_answer(smp, MadStatus::kBadVersion);
    return true;
  }
  const MKeyVerdict verdict = guard_.check(smp.method(), load_be64(&smp.mad[smp::kMKey]), now);
  if (verdict == MKeyVerdict::kDrop) {
    raise(bad_m_key_notice(issuer(), smp));
    return false;
  }
  if (smp.method() == MadMethod::kTrapRepress) {
    (void)traps_.repress(header.transaction_id);
    return false;
  }
  hides_m_key_ = verdict == MKeyVerdict::kPassHidden;
  SmpData data;
  std::copy_n(&smp.mad[smp::kData], smp::kDataBytes, data.begin());
  const MadStatus status = access(header, data, in_port);
  std::copy(data.begin(), data.end(), &smp.mad[smp::kData]);
  make_answer(smp, status);
  return true;
}

MadStatus SubnetAgent::access(const MadHeader& header, SmpData& data, std::uint8_t in_port) {
  const auto method = static_cast<MadMethod>(header.method);
  const bool set = method == MadMethod::kSet;
  if (!set && method != MadMethod::kGet) return MadStatus::kBadMethod;
  const auto id = static_cast<SmpAttributeId>(header.attribute_id);
  const std::uint32_t modifier = header.attribute_modifier;
  switch (id) {
    case SmpAttributeId::kPortInfo:
      return own_port_info(header, set, data, in_port);
    case SmpAttributeId::kGuidInfo:
      return ports_.guid_info(modifier, set, data);
    case SmpAttributeId::kPKeyTable:
      return ports_.p_key_table(modifier, set, data);
    case SmpAttributeId::kSlToVlMapping:
      return ports_.sl_to_vl(modifier, set, data);
    case SmpAttributeId::kVlArbitration:
      return ports_.vl_arbitration(modifier, set, data);
    case SmpAttributeId::kPortInfoExtended:
      return ports_.port_info_extended(modifier, set, data);
    case SmpAttributeId::kMellanoxExtendedPortInfo:
      return ports_.extended_port_info(modifier, set, data);
    default:
      break;
  }
  if (identity_.is_switch()) {
    if (id == SmpAttributeId::kSwitchInfo) return forwarding_.switch_info(modifier, set, data);
    if (id == SmpAttributeId::kLinearForwardingTable) {
      return forwarding_.linear_table(modifier, set, data);
    }
    if (id == SmpAttributeId::kMulticastForwardingTable) {
      return forwarding_.multicast_table(modifier, set, data);
    }
  }
  return node_attribute(id, set, data, in_port);
}

MadStatus SubnetAgent::node_attribute(SmpAttributeId id, bool set, SmpData& data,
                                      std::uint8_t in_port) {
  if (id == SmpAttributeId::kLedInfo) {
    if (set) led_on_ = (data[0] & 0x80) != 0;
    data = {};
    data[0] = led_on_ ? 0x80 : 0;
    return MadStatus::kOk;
  }
  if (id == SmpAttributeId::kNotice) {
    // Set(Notice) takes the first one off the queue, as TrapRepress does.
    if (set && traps_.first() != nullptr) (void)traps_.repress(traps_.first()->transaction_id);
    data = encode_attribute(traps_.first() != nullptr ? traps_.first()->notice : Notice{});
    return MadStatus::kOk;
  }
  if (set) return MadStatus::kBadMethodAttribute;
  switch (id) {
    case SmpAttributeId::kNodeDescription:
      data = encode_attribute(NodeDescription::of(identity_.description));
      return MadStatus::kOk;
    case SmpAttributeId::kNodeInfo:
      data = encode_attribute(node_info(in_port));
      return MadStatus::kOk;
    case SmpAttributeId::kVendorDiag:
      data = {};  // NextIndex 0: there is no more
      return MadStatus::kOk;
    default:
      return MadStatus::kBadMethodAttribute;
  }
}

MadStatus SubnetAgent::own_port_info(const MadHeader& header, bool set, SmpData& data,
                                     std::uint8_t in_port) {
  PortInfo& own = ports_.own();
  own.m_key_violations = guard_.violations();
  own.m_key_protect_bits = guard_.config().protect_bits;
  const MadStatus status = ports_.port_info(header.attribute_modifier, set, data, in_port);
  if (status != MadStatus::kOk) return status;
  if (set) {
    guard_.configure({own.m_key, own.m_key_protect_bits, own.m_key_lease_period * kNsPerSecond});
    if (own.m_key_violations == 0) guard_.clear_violations();
  }
  if (hides_m_key_) store_be64(data.data(), 0);
  return status;
}

NodeInfo SubnetAgent::node_info(std::uint8_t in_port) const {
  NodeInfo info;
  info.node_type = identity_.type;
  info.num_ports = identity_.ports;
  info.system_image_guid = identity_.system_image_guid;
  info.node_guid = identity_.node_guid;
  info.port_guid = identity_.port_guid;
  info.partition_cap = partition_cap_;
  info.device_id = identity_.device_id;
  info.revision = identity_.revision;
  info.vendor_id = identity_.vendor_id;
  info.local_port_num = identity_.is_switch() ? in_port : identity_.local_port;
  return info;
}

TrapIssuer SubnetAgent::issuer() const {
  return {identity_.is_switch() ? NoticeProducer::kSwitch : NoticeProducer::kCa, ports_.own().lid};
}

// Without a subnet manager there is nobody to tell.
void SubnetAgent::raise(const Notice& notice) {
  if (is_unicast(ports_.own().master_sm_lid)) traps_.raise(notice);
}

void SubnetAgent::port_state_changed() {
  forwarding_.port_state_changed();
  raise(link_state_change_notice(ports_.own().lid));
}

void SubnetAgent::port_error(TrapNumber trap, std::uint8_t port) {
  raise(port_error_notice(issuer(), trap, port));
}

void SubnetAgent::bad_key(TrapNumber trap, const KeyViolation& violation) {
  PortInfo& own = ports_.own();
  std::uint16_t& count = trap == TrapNumber::kBadPKey ? own.p_key_violations : own.q_key_violations;
  if (count != 0xFFFF) ++count;
  raise(bad_key_notice(issuer(), trap, violation));
}

void SubnetAgent::bad_p_key_at_switch(std::uint8_t port, const KeyViolation& violation) {
  raise(bad_p_key_at_switch_notice(issuer(), port, violation));
}

void SubnetAgent::set_is_sm(bool is_sm) {
  std::uint32_t& mask = ports_.own().capability_mask;
  const std::uint32_t before = mask;
  mask = is_sm ? mask | kIsSm : mask & ~kIsSm;
  if (mask != before) raise(local_change_notice(issuer(), mask));
}

// PortInfo.SubnetTimeOut is the least time between two traps.
std::uint64_t SubnetAgent::trap_interval() const {
  return std::uint64_t{4096} << ports_.own().subnet_timeout;
}

std::optional<MadPacket> SubnetAgent::take_trap(std::uint64_t now) {
  guard_.expire(now);
  const std::optional<Trap> trap = traps_.take(now, trap_interval());
  if (!trap) return std::nullopt;
  MadPacket smp;
  MadHeader header;
  header.mgmt_class = static_cast<std::uint8_t>(MgmtClass::kSubnetLid);
  header.method = static_cast<std::uint8_t>(MadMethod::kTrap);
  header.transaction_id = trap->transaction_id;
  header.attribute_id = static_cast<std::uint16_t>(SmpAttributeId::kNotice);
  header.encode(smp.mad.data());
  write_attribute(trap->notice, &smp.mad[smp::kData]);
  smp.slid = ports_.own().lid;
  smp.dlid = ports_.own().master_sm_lid;
  smp.sl = Sl{ports_.own().master_sm_sl};
  return smp;
}

std::optional<std::uint64_t> SubnetAgent::deadline() const {
  const std::optional<std::uint64_t> trap = traps_.deadline();
  const std::optional<std::uint64_t> lease = guard_.lease_end();
  if (trap && lease) return std::min(*trap, *lease);
  return trap ? trap : lease;
}

}  // namespace ib
