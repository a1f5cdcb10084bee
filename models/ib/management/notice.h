// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/management/smp_attribute.h"

namespace ib {

enum class NoticeType : std::uint8_t {
  kFatal = 0,
  kUrgent = 1,
  kSecurity = 2,
  kSubnetManagement = 3,
  kInformation = 4,
};

enum class NoticeProducer : std::uint32_t {
  kCa = 1,
  kSwitch = 2,
  kRouter = 3,
  kClassManager = 4,
};

enum class TrapNumber : std::uint16_t {
  kLinkStateChange = 128,
  kLocalLinkIntegrity = 129,
  kExcessiveBufferOverrun = 130,
  kFlowControlUpdate = 131,
  kLocalChange = 144,
  kSystemImageGuid = 145,
  kBadMKey = 256,
  kBadPKey = 257,
  kBadQKey = 258,
  kBadPKeyAtSwitchPort = 259,
};

/// What a trap carries: 64 of the 80 bytes, as much as an SMP holds. IBTA Vol 1, 13.4.8.2.
struct Notice {
  static constexpr unsigned kDetailBytes = 54;

  bool is_generic = true;
  NoticeType type = NoticeType::kFatal;
  NoticeProducer producer = NoticeProducer::kCa;
  TrapNumber trap_number{};
  Lid issuer_lid;
  bool toggle = false;
  std::uint16_t count = 0;  ///< 15 bits.
  std::array<std::uint8_t, kDetailBytes> details{};

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 1, self.is_generic);
    v(1, 7, self.type);
    v(8, 24, self.producer);
    v(32, 16, self.trap_number);
    v(48, 16, self.issuer_lid);
    v(64, 1, self.toggle);
    v(65, 15, self.count);
    for (unsigned i = 0; i < kDetailBytes; ++i) v(80 + 8 * i, 8, self.details[i]);
  }
};

/// Trap 128: a port of the switch went to or from Down. IBTA Vol 1, 14.2.5.1.
[[nodiscard]] constexpr Notice link_state_change_notice(Lid switch_lid) {
  Notice notice;
  notice.type = NoticeType::kUrgent;
  notice.producer = NoticeProducer::kSwitch;
  notice.trap_number = TrapNumber::kLinkStateChange;
  notice.issuer_lid = switch_lid;
  store_bits(notice.details.data(), 0, 16, switch_lid.value());
  return notice;
}

}  // namespace ib
