// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/port_info_rules.h"

#include "models/ib/link/sl2vl.h"

namespace ib {
namespace {

constexpr std::uint8_t kAllWidths = 255;
constexpr std::uint8_t kAllSpeeds = 15;
constexpr std::uint8_t kAllExtendedSpeeds = 31;
constexpr std::uint8_t kNoExtendedSpeed = 30;
constexpr std::uint8_t kAllExtendedSpeeds2 = 7;
constexpr std::uint8_t kGuidCap = 8;
constexpr std::uint8_t kDeviceTimeout = 18;  ///< 4.096 us * 2^18, about a second.

constexpr std::uint32_t bit(unsigned n) { return std::uint32_t{1} << n; }

// Names of the bits in ib-facts 5.4.
constexpr std::uint32_t kCapabilities =
    bit(2) | bit(3) | bit(6) | bit(9) | bit(11) | bit(14) | bit(15) | bit(25) | bit(30);
constexpr std::uint16_t kCapabilities2 = 1u << 1 | 1u << 4 | 1u << 5 | 1u << 10;

struct SpeedCodes {
  std::uint8_t speed;      ///< LinkSpeed: 1, 2, 4.
  std::uint8_t extended;   ///< LinkSpeedExt: 1, 2, 4, 8.
  std::uint8_t extended2;  ///< LinkSpeedExt2: 1.
};

SpeedCodes speed_codes(Generation generation) {
  switch (generation) {
    case Generation::kSdr:
      return {1, 0, 0};
    case Generation::kDdr:
      return {2, 0, 0};
    case Generation::kQdr:
    case Generation::kFdr10:
      return {4, 0, 0};
    case Generation::kFdr:
      return {0, 1, 0};
    case Generation::kEdr:
      return {0, 2, 0};
    case Generation::kHdr:
      return {0, 4, 0};
    case Generation::kNdr:
      return {0, 8, 0};
    case Generation::kXdr:
    case Generation::kGdr:
      return {0, 0, 1};
  }
  return {1, 0, 0};
}

/// All codes up to the highest one.
std::uint8_t up_to(std::uint8_t highest) {
  return static_cast<std::uint8_t>(highest == 0 ? 0 : 2 * highest - 1);
}

bool may_enable(std::uint8_t wanted, std::uint8_t all, std::uint8_t supported) {
  return wanted == 0 || wanted == all || (wanted & ~supported) == 0;
}

void enable(std::uint8_t& now, std::uint8_t wanted, std::uint8_t all, std::uint8_t supported) {
  if (wanted != 0) now = wanted == all ? supported : wanted;
}

bool address_legal(const PortInfo& wanted) {
  const bool sm_legal = wanted.master_sm_lid.value() == 0 || is_unicast(wanted.master_sm_lid);
  return is_unicast(wanted.lid) && sm_legal;
}

bool link_legal(const PortInfo& now, const PortInfo& wanted) {
  const bool extended_off = wanted.link_speed_ext_enabled == kNoExtendedSpeed;
  return may_enable(wanted.link_width_enabled, kAllWidths, now.link_width_supported) &&
         may_enable(wanted.link_speed_enabled, kAllSpeeds, now.link_speed_supported) &&
         (extended_off || may_enable(wanted.link_speed_ext_enabled, kAllExtendedSpeeds,
                                     now.link_speed_ext_supported)) &&
         may_enable(wanted.link_speed_ext_enabled2, kAllExtendedSpeeds2,
                    now.link_speed_ext_supported2) &&
         wanted.link_down_default_state <= 2 && wanted.neighbor_mtu >= 1 &&
         wanted.neighbor_mtu <= now.mtu_cap && wanted.operational_vls <= now.vl_cap;
}

bool states_legal(const PortInfo& now, const PortInfo& wanted) {
  const auto down = static_cast<std::uint8_t>(PortState::kDown);
  const auto initialize = static_cast<std::uint8_t>(PortState::kInitialize);
  const auto armed = static_cast<std::uint8_t>(PortState::kArmed);
  const auto active = static_cast<std::uint8_t>(PortState::kActive);
  if (wanted.port_physical_state > static_cast<std::uint8_t>(PortPhysicalState::kDisabled)) {
    return false;
  }
  if (wanted.port_physical_state != 0 && wanted.port_state > down) return false;
  if (wanted.port_state == 0 || wanted.port_state == down) return true;
  if (wanted.port_state == now.port_state) return true;
  return (wanted.port_state == armed && now.port_state == initialize) ||
         (wanted.port_state == active && now.port_state == armed);
}

void merge_address(PortInfo& now, const PortInfo& wanted) {
  now.m_key = wanted.m_key;
  now.gid_prefix = wanted.gid_prefix;
  now.lid = wanted.lid;
  now.lmc = wanted.lmc;
  now.master_sm_lid = wanted.master_sm_lid;
  now.master_sm_sl = wanted.master_sm_sl;
  now.m_key_lease_period = wanted.m_key_lease_period;
  now.m_key_protect_bits = wanted.m_key_protect_bits;
  now.subnet_timeout = wanted.subnet_timeout;
  now.init_type = wanted.init_type;
  now.multicast_p_key_trap_suppression = wanted.multicast_p_key_trap_suppression;
  if (wanted.m_key_violations == 0) now.m_key_violations = 0;
}

void merge_link(PortInfo& now, const PortInfo& wanted) {
  enable(now.link_width_enabled, wanted.link_width_enabled, kAllWidths, now.link_width_supported);
  enable(now.link_speed_enabled, wanted.link_speed_enabled, kAllSpeeds, now.link_speed_supported);
  enable(now.link_speed_ext_enabled, wanted.link_speed_ext_enabled, kAllExtendedSpeeds,
         now.link_speed_ext_supported);
  enable(now.link_speed_ext_enabled2, wanted.link_speed_ext_enabled2, kAllExtendedSpeeds2,
         now.link_speed_ext_supported2);
  if (wanted.link_down_default_state != 0) {
    now.link_down_default_state = wanted.link_down_default_state;
  }
  now.neighbor_mtu = wanted.neighbor_mtu;
  now.vl_high_limit = wanted.vl_high_limit;
  now.vl_stall_count = wanted.vl_stall_count;
  now.hoq_life = wanted.hoq_life;
  now.partition_enforcement_inbound = wanted.partition_enforcement_inbound;
  now.partition_enforcement_outbound = wanted.partition_enforcement_outbound;
  now.filter_raw_inbound = wanted.filter_raw_inbound;
  now.filter_raw_outbound = wanted.filter_raw_outbound;
  now.local_phy_errors = wanted.local_phy_errors;
  now.overrun_errors = wanted.overrun_errors;
}

}  // namespace

std::uint8_t width_code(Width width) {
  switch (width) {
    case Width::k1x:
      return 1;
    case Width::k2x:
      return 16;
    case Width::k4x:
      return 2;
    case Width::k8x:
      return 4;
    case Width::k12x:
      return 8;
  }
  return 1;
}

std::uint8_t vl_code(unsigned data_vls) {
  std::uint8_t code = 1;
  while (code < 5 && operational_data_vls(code + 1u) <= data_vls) ++code;
  return code;
}

PortInfo initial_port_info(const NodeIdentity& identity, PortRole role, const PortStatus& status) {
  PortInfo info;
  info.gid_prefix = 0xFE80000000000000;
  info.mtu_cap = static_cast<std::uint8_t>(status.mtu_cap);
  info.neighbor_mtu = info.mtu_cap;
  info.link_width_supported = static_cast<std::uint8_t>(width_code(status.rate.width) | 1u);
  info.link_width_enabled = info.link_width_supported;
  const SpeedCodes codes = speed_codes(status.rate.generation);
  const bool extended = codes.speed == 0;
  info.link_speed_supported = extended ? 7 : up_to(codes.speed);
  info.link_speed_ext_supported = codes.extended2 != 0 ? 15 : up_to(codes.extended);
  info.link_speed_ext_supported2 = codes.extended2;
  info.link_speed_enabled = info.link_speed_supported;
  info.link_speed_ext_enabled = info.link_speed_ext_supported;
  info.link_speed_ext_enabled2 = info.link_speed_ext_supported2;
  info.link_down_default_state = static_cast<std::uint8_t>(PortPhysicalState::kPolling);
  info.vl_cap = vl_code(status.data_vls);
  info.vl_arb_high_cap = kVlArbMaxEntries;
  info.vl_arb_low_cap = kVlArbMaxEntries;
  info.hoq_life = 20;
  info.resp_time_value = kDeviceTimeout;
  info.subnet_timeout = kDeviceTimeout;
  info.local_phy_errors = 15;
  info.overrun_errors = 15;
  if (has_lid(role)) {
    info.lid = identity.lid;
    info.lmc = identity.lmc;
    info.capability_mask = kCapabilities;
    info.capability_mask2 = kCapabilities2;
    info.guid_cap = kGuidCap;
  }
  refresh(info, role, status);
  return info;
}

void refresh(PortInfo& info, PortRole role, const PortStatus& status) {
  const bool up = role == PortRole::kSwitchPort0 || status.state != PortState::kDown;
  info.port_state = static_cast<std::uint8_t>(has_link(role) ? status.state : PortState::kActive);
  const PortPhysicalState down =
      status.disabled ? PortPhysicalState::kDisabled : PortPhysicalState::kPolling;
  info.port_physical_state = static_cast<std::uint8_t>(up ? PortPhysicalState::kLinkUp : down);
  if (status.training != 0 && !status.disabled) {
    info.port_physical_state = static_cast<std::uint8_t>(status.training);
  }
  info.link_width_active = width_code(status.rate.width);
  const SpeedCodes codes = speed_codes(status.rate.generation);
  info.link_speed_active = codes.speed;
  info.link_speed_ext_active = codes.extended;
  info.link_speed_ext_active2 = codes.extended2;
  info.operational_vls = vl_code(status.operational_vls);
}

MadStatus check_port_info(const PortInfo& now, const PortInfo& wanted, PortRole role) {
  const bool legal = (!has_lid(role) || address_legal(wanted)) &&
                     (!has_link(role) || (link_legal(now, wanted) && states_legal(now, wanted)));
  return legal ? MadStatus::kOk : MadStatus::kBadValue;
}

void merge_port_info(PortInfo& now, const PortInfo& wanted, PortRole role) {
  if (has_lid(role)) merge_address(now, wanted);
  if (wanted.p_key_violations == 0) now.p_key_violations = 0;
  if (wanted.q_key_violations == 0) now.q_key_violations = 0;
  if (has_link(role)) merge_link(now, wanted);
}

}  // namespace ib
