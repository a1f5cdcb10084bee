// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/management/smp_attribute.h"

namespace ib {

/// IBTA Vol 1, 14.2.5.6; codes and the meaning of zero in a Set as in ib-facts 5.4.
struct PortInfo {
  std::uint64_t m_key = 0;
  std::uint64_t gid_prefix = 0;
  Lid lid;
  Lid master_sm_lid;
  std::uint32_t capability_mask = 0;
  std::uint16_t diag_code = 0;
  std::uint16_t m_key_lease_period = 0;  ///< Seconds; 0 = never expires.
  std::uint8_t local_port_num = 0;
  std::uint8_t link_width_enabled = 0;
  std::uint8_t link_width_supported = 0;
  std::uint8_t link_width_active = 0;

  std::uint8_t link_speed_supported = 0;
  std::uint8_t port_state = 0;  ///< Codes of PortState; Set: 0 = no change.
  std::uint8_t port_physical_state = 0;
  std::uint8_t link_down_default_state = 0;
  std::uint8_t m_key_protect_bits = 0;
  std::uint8_t lmc = 0;
  std::uint8_t link_speed_active = 0;  ///< 0 while an extended speed is active.
  std::uint8_t link_speed_enabled = 0;
  std::uint8_t neighbor_mtu = 0;  ///< Codes of Mtu.
  std::uint8_t master_sm_sl = 0;
  std::uint8_t vl_cap = 0;
  std::uint8_t init_type = 0;
  std::uint8_t vl_high_limit = 0;
  std::uint8_t vl_arb_high_cap = 0;
  std::uint8_t vl_arb_low_cap = 0;
  std::uint8_t init_type_reply = 0;
  std::uint8_t mtu_cap = 0;  ///< Codes of Mtu.
  std::uint8_t vl_stall_count = 0;
  std::uint8_t hoq_life = 0;
  std::uint8_t operational_vls = 0;
  bool partition_enforcement_inbound = false;
  bool partition_enforcement_outbound = false;
  bool filter_raw_inbound = false;
  bool filter_raw_outbound = false;

  std::uint16_t m_key_violations = 0;
  std::uint16_t p_key_violations = 0;
  std::uint16_t q_key_violations = 0;
  std::uint8_t guid_cap = 0;
  bool client_reregister = false;
  std::uint8_t multicast_p_key_trap_suppression = 0;
  std::uint8_t subnet_timeout = 0;
  std::uint8_t resp_time_value = 0;
  std::uint8_t local_phy_errors = 0;
  std::uint8_t overrun_errors = 0;
  std::uint16_t max_credit_hint = 0;
  std::uint8_t link_speed_ext_active2 = 0;
  std::uint8_t link_speed_ext_supported2 = 0;
  std::uint8_t link_speed_ext_enabled2 = 0;
  std::uint32_t link_round_trip_latency = 0;  ///< 24 bits.
  std::uint16_t capability_mask2 = 0;
  std::uint8_t link_speed_ext_active = 0;
  std::uint8_t link_speed_ext_supported = 0;
  std::uint8_t link_speed_ext_enabled = 0;

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    address_fields(self, v);
    link_fields(self, v);
    lane_fields(self, v);
    error_fields(self, v);
    extended_fields(self, v);
  }

 private:
  template <class Self, class Visitor>
  static constexpr void address_fields(Self& self, Visitor& v) {
    v(0, 64, self.m_key);
    v(64, 64, self.gid_prefix);
    v(128, 16, self.lid);
    v(144, 16, self.master_sm_lid);
    v(160, 32, self.capability_mask);
    v(192, 16, self.diag_code);
    v(208, 16, self.m_key_lease_period);
    v(224, 8, self.local_port_num);
  }
  template <class Self, class Visitor>
  static constexpr void link_fields(Self& self, Visitor& v) {
    v(232, 8, self.link_width_enabled);
    v(240, 8, self.link_width_supported);
    v(248, 8, self.link_width_active);
    v(256, 4, self.link_speed_supported);
    v(260, 4, self.port_state);
    v(264, 4, self.port_physical_state);
    v(268, 4, self.link_down_default_state);
    v(272, 2, self.m_key_protect_bits);
    v(277, 3, self.lmc);
    v(280, 4, self.link_speed_active);
    v(284, 4, self.link_speed_enabled);
    v(288, 4, self.neighbor_mtu);
    v(292, 4, self.master_sm_sl);
  }
  template <class Self, class Visitor>
  static constexpr void lane_fields(Self& self, Visitor& v) {
    v(296, 4, self.vl_cap);
    v(300, 4, self.init_type);
    v(304, 8, self.vl_high_limit);
    v(312, 8, self.vl_arb_high_cap);
    v(320, 8, self.vl_arb_low_cap);
    v(328, 4, self.init_type_reply);
    v(332, 4, self.mtu_cap);
    v(336, 3, self.vl_stall_count);
    v(339, 5, self.hoq_life);
    v(344, 4, self.operational_vls);
    v(348, 1, self.partition_enforcement_inbound);
    v(349, 1, self.partition_enforcement_outbound);
    v(350, 1, self.filter_raw_inbound);
    v(351, 1, self.filter_raw_outbound);
  }
  template <class Self, class Visitor>
  static constexpr void error_fields(Self& self, Visitor& v) {
    v(352, 16, self.m_key_violations);
    v(368, 16, self.p_key_violations);
    v(384, 16, self.q_key_violations);
    v(400, 8, self.guid_cap);
    v(408, 1, self.client_reregister);
    v(409, 2, self.multicast_p_key_trap_suppression);
    v(411, 5, self.subnet_timeout);
    v(419, 5, self.resp_time_value);
    v(424, 4, self.local_phy_errors);
    v(428, 4, self.overrun_errors);
    v(432, 16, self.max_credit_hint);
  }
  template <class Self, class Visitor>
  static constexpr void extended_fields(Self& self, Visitor& v) {
    v(449, 2, self.link_speed_ext_active2);
    v(451, 2, self.link_speed_ext_supported2);
    v(453, 3, self.link_speed_ext_enabled2);
    v(456, 24, self.link_round_trip_latency);
    v(480, 16, self.capability_mask2);
    v(496, 4, self.link_speed_ext_active);
    v(500, 4, self.link_speed_ext_supported);
    v(507, 5, self.link_speed_ext_enabled);
  }
};

}  // namespace ib
