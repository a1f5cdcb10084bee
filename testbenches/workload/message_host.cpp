// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/message_host.h"

#include <algorithm>

#include "models/ib/packet/packet_codec.h"

namespace ib::tb {

std::uint64_t MessageHost::line_bytes(std::uint64_t bytes) const {
  constexpr std::uint32_t kOverhead = Lrh::kBytes + Bth::kBytes + kIcrcBytes + kVcrcBytes;
  const std::uint64_t mtu = mtu_bytes();
  const std::uint64_t packets = std::max<std::uint64_t>(1, (bytes + mtu - 1) / mtu);
  const std::uint64_t padded = (bytes + 3) / 4 * 4;
  const std::uint64_t each = kOverhead + port().config().framing_bytes;
  return padded + packets * each;
}

}  // namespace ib::tb
