// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/management/smp_attribute.h"
#include "models/ib/packet/mad_header.h"

namespace ib {

using Mad = std::array<std::uint8_t, kMadBytes>;

/// Management classes (ib-facts 5.1).
enum class MgmtClass : std::uint8_t {
  kSubnetLid = 0x01,
  kSubnetDirected = 0x81,
  kSubnetAdministration = 0x03,
  kPerformance = 0x04,
  kCongestionControl = 0x21,
};

inline constexpr Qpn kQp0{0};  ///< Subnet management interface.
inline constexpr Qpn kQp1{1};  ///< General services interface.
inline constexpr QKey kQp1QKey{0x80010000};
inline constexpr PKey kDefaultPKey{0xFFFF};

/// A management datagram with what its packet says beside it.
struct MadPacket {
  Mad mad{};
  Lid slid = kPermissiveLid;
  Lid dlid = kPermissiveLid;
  Sl sl;
  Qpn src_qp;
  Qpn dest_qp;
  QKey q_key;
  PKey p_key = kDefaultPKey;

  [[nodiscard]] MadHeader header() const { return MadHeader::decode(mad.data()); }
  [[nodiscard]] MgmtClass mgmt_class() const { return static_cast<MgmtClass>(mad[1]); }
  [[nodiscard]] MadMethod method() const { return static_cast<MadMethod>(mad[3]); }
  /// Bit 7 of the method.
  [[nodiscard]] bool is_response() const { return (mad[3] & 0x80) != 0; }
  [[nodiscard]] bool is_directed() const { return mgmt_class() == MgmtClass::kSubnetDirected; }
};

/// Turns a request into its answer in place: GetResp with this status, addresses exchanged. The D
/// bit of a directed route is left alone.
void make_answer(MadPacket& packet, MadStatus status);

}  // namespace ib
