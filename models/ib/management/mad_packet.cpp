// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/mad_packet.h"

#include <utility>

#include "models/ib/base/bytes.h"

namespace ib {

void make_answer(MadPacket& packet, MadStatus status) {
  std::uint8_t* const mad = packet.mad.data();
  mad[3] = static_cast<std::uint8_t>(MadMethod::kGetResp);
  const unsigned direction = packet.is_directed() ? mad[smp::kStatus] & 0x80u : 0u;
  store_be16(mad + smp::kStatus,
             static_cast<std::uint16_t>(direction << 8 | static_cast<unsigned>(status)));
  std::swap(packet.slid, packet.dlid);
  std::swap(packet.src_qp, packet.dest_qp);
}

}  // namespace ib
