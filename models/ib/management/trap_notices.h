// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/management/mad_packet.h"
#include "models/ib/management/notice.h"

namespace ib {

/// Who raises a trap.
struct TrapIssuer {
  NoticeProducer producer = NoticeProducer::kCa;
  Lid lid;
};

/// Traps 129, 130, 131: a port passed its threshold. IBTA Vol 1, 14.2.5.1.
[[nodiscard]] Notice port_error_notice(const TrapIssuer& issuer, TrapNumber trap,
                                       std::uint8_t port);
/// Trap 144: the capability mask has changed. IBTA Vol 1, 14.2.5.1.
[[nodiscard]] Notice local_change_notice(const TrapIssuer& issuer, std::uint32_t capability_mask);
/// Trap 256: `smp` came with a wrong M_Key. IBTA Vol 1, 14.2.5.1.
[[nodiscard]] Notice bad_m_key_notice(const TrapIssuer& issuer, const MadPacket& smp);

/// Where a packet with a wrong key came from and went to.
struct KeyViolation {
  Lid slid;
  Lid dlid;
  Sl sl;
  Qpn src_qp;
  Qpn dest_qp;
  std::uint32_t key = 0;  ///< P_Key or Q_Key.
};
/// Traps 257 and 258. IBTA Vol 1, 14.2.5.1.
[[nodiscard]] Notice bad_key_notice(const TrapIssuer& issuer, TrapNumber trap,
                                    const KeyViolation& violation);
/// Trap 259: partition enforcement of a switch port. IBTA Vol 1, 14.2.5.1.
[[nodiscard]] Notice bad_p_key_at_switch_notice(const TrapIssuer& issuer, std::uint8_t port,
                                                const KeyViolation& violation);

}  // namespace ib
