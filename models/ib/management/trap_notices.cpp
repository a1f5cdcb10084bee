// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/trap_notices.h"

#include <algorithm>

#include "models/ib/base/bytes.h"

namespace ib {
namespace {

Notice start(const TrapIssuer& issuer, TrapNumber trap, NoticeType type) {
  Notice notice;
  notice.type = type;
  notice.producer = issuer.producer;
  notice.trap_number = trap;
  notice.issuer_lid = issuer.lid;
  return notice;
}

std::uint32_t sl_and_qp(Sl sl, Qpn qp) {
  return std::uint32_t{sl.value()} << 28 | (qp.value() & kMask24);
}

}  // namespace

Notice port_error_notice(const TrapIssuer& issuer, TrapNumber trap, std::uint8_t port) {
  Notice notice = start(issuer, trap, NoticeType::kUrgent);
  store_be16(&notice.details[2], issuer.lid.value());
  notice.details[4] = port;
  return notice;
}

Notice local_change_notice(const TrapIssuer& issuer, std::uint32_t capability_mask) {
  Notice notice = start(issuer, TrapNumber::kLocalChange, NoticeType::kInformation);
  store_be16(&notice.details[2], issuer.lid.value());
  store_be32(&notice.details[6], capability_mask);
  return notice;
}

Notice bad_m_key_notice(const TrapIssuer& issuer, const MadPacket& smp) {
  constexpr std::uint8_t kDirected = 0x80;
  constexpr std::uint8_t kTruncated = 0x40;
  constexpr std::size_t kPathShown = 30;
  Notice notice = start(issuer, TrapNumber::kBadMKey, NoticeType::kSecurity);
  const std::uint8_t* const mad = smp.mad.data();
  std::uint8_t* const details = notice.details.data();
  store_be16(details + 2, smp.slid.value());
  if (smp.is_directed()) std::copy_n(mad + smp::kDrSlid, 2, details + 4);
  details[6] = mad[3];
  std::copy_n(mad + 16, 2, details + 8);
  std::copy_n(mad + 20, 4, details + 10);
  std::copy_n(mad + smp::kMKey, 8, details + 14);
  if (!smp.is_directed()) return notice;
  const std::size_t hops = mad[smp::kHopCount];
  const std::size_t shown = std::min(hops, kPathShown);
  details[23] = static_cast<std::uint8_t>(kDirected | (shown < hops ? kTruncated : 0) | shown);
  std::copy_n(mad + smp::kReturnPath + 1, shown, details + 24);
  return notice;
}

Notice bad_key_notice(const TrapIssuer& issuer, TrapNumber trap, const KeyViolation& violation) {
  Notice notice = start(issuer, trap, NoticeType::kSecurity);
  std::uint8_t* const details = notice.details.data();
  store_be16(details + 2, violation.slid.value());
  store_be16(details + 4, violation.dlid.value());
  store_be32(details + 6, violation.key);
  store_be32(details + 10, sl_and_qp(violation.sl, violation.src_qp));
  store_be32(details + 14, violation.dest_qp.value() & kMask24);
  return notice;
}

Notice bad_p_key_at_switch_notice(const TrapIssuer& issuer, std::uint8_t port,
                                  const KeyViolation& violation) {
  // Data valid: LIDs, P_Key, SL, QPs; the GIDs are not.
  constexpr std::uint16_t kValid = 0x01F8;
  Notice notice = start(issuer, TrapNumber::kBadPKeyAtSwitchPort, NoticeType::kSecurity);
  std::uint8_t* const details = notice.details.data();
  store_be16(details, kValid);
  store_be16(details + 2, violation.slid.value());
  store_be16(details + 4, violation.dlid.value());
  store_be16(details + 6, static_cast<std::uint16_t>(violation.key));
  store_be32(details + 8, sl_and_qp(violation.sl, violation.src_qp));
  store_be32(details + 12, violation.dest_qp.value() & kMask24);
  store_be16(details + 48, issuer.lid.value());
  details[50] = port;
  return notice;
}

}  // namespace ib
