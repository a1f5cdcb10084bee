// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/ib/base/types.h"
#include "models/ib/management/smp_attribute.h"

namespace ib {

enum class NodeType : std::uint8_t { kCa = 1, kSwitch = 2, kRouter = 3 };

/// IBTA Vol 1, 14.2.5.3.
struct NodeInfo {
  std::uint8_t base_version = 1;
  std::uint8_t class_version = 1;
  NodeType node_type = NodeType::kCa;
  std::uint8_t num_ports = 1;  ///< Physical ports: without a switch's port 0.
  Guid system_image_guid;
  Guid node_guid;
  Guid port_guid;
  std::uint16_t partition_cap = 0;
  std::uint16_t device_id = 0;
  std::uint32_t revision = 0;
  std::uint8_t local_port_num = 0;
  std::uint32_t vendor_id = 0;  ///< 24 bits.

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 8, self.base_version);
    v(8, 8, self.class_version);
    v(16, 8, self.node_type);
    v(24, 8, self.num_ports);
    v(32, 64, self.system_image_guid);
    v(96, 64, self.node_guid);
    v(160, 64, self.port_guid);
    v(224, 16, self.partition_cap);
    v(240, 16, self.device_id);
    v(256, 32, self.revision);
    v(288, 8, self.local_port_num);
    v(296, 24, self.vendor_id);
  }
};

/// IBTA Vol 1, 14.2.5.4.
struct SwitchInfo {
  std::uint16_t linear_fdb_cap = 0;
  std::uint16_t random_fdb_cap = 0;
  std::uint16_t multicast_fdb_cap = 0;
  std::uint16_t linear_fdb_top = 0;
  std::uint8_t default_port = 0;
  std::uint8_t default_multicast_primary_port = 0;
  std::uint8_t default_multicast_not_primary_port = 0;
  std::uint8_t life_time_value = 0;
  bool port_state_change = false;  ///< Set: writing 1 clears it.
  std::uint8_t optimized_sl_to_vl = 0;
  std::uint16_t lids_per_port = 0;
  std::uint16_t partition_enforcement_cap = 0;
  bool inbound_enforcement_cap = false;
  bool outbound_enforcement_cap = false;
  bool filter_raw_inbound_cap = false;
  bool filter_raw_outbound_cap = false;
  bool enhanced_port0 = false;
  std::uint16_t multicast_fdb_top = 0;

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 16, self.linear_fdb_cap);
    v(16, 16, self.random_fdb_cap);
    v(32, 16, self.multicast_fdb_cap);
    v(48, 16, self.linear_fdb_top);
    v(64, 8, self.default_port);
    v(72, 8, self.default_multicast_primary_port);
    v(80, 8, self.default_multicast_not_primary_port);
    v(88, 5, self.life_time_value);
    v(93, 1, self.port_state_change);
    v(94, 2, self.optimized_sl_to_vl);
    v(96, 16, self.lids_per_port);
    v(112, 16, self.partition_enforcement_cap);
    v(128, 1, self.inbound_enforcement_cap);
    v(129, 1, self.outbound_enforcement_cap);
    v(130, 1, self.filter_raw_inbound_cap);
    v(131, 1, self.filter_raw_outbound_cap);
    v(132, 1, self.enhanced_port0);
    v(144, 16, self.multicast_fdb_top);
  }
};

/// 64 bytes of text, filled up with zeros. IBTA Vol 1, 14.2.5.2.
struct NodeDescription {
  std::array<char, smp::kDataBytes> text{};

  /// What goes past 64 bytes is cut off.
  [[nodiscard]] static NodeDescription of(const std::string& text) {
    NodeDescription description;
    text.copy(description.text.data(), description.text.size());
    return description;
  }
  /// The bytes before the first zero.
  [[nodiscard]] std::string str() const {
    std::string all(text.begin(), text.end());
    return all.substr(0, all.find('\0'));
  }

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    for (unsigned i = 0; i < smp::kDataBytes; ++i) v(8 * i, 8, self.text[i]);
  }
};

}  // namespace ib
