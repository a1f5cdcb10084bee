// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "models/ib/packet/packet_codec.h"
#include "testbenches/fuzz/fuzz_targets.h"

namespace ib::tb {

void fuzz_packet_parser(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  ParseLimits limits;
  limits.mtu = static_cast<Mtu>(1 + (data[0] & 7) % 5);
  limits.check_vcrc = (data[0] & 8) != 0;
  limits.check_icrc = (data[0] & 16) != 0;
  limits.check_grh_fields = (data[0] & 32) != 0;
  const ByteView wire{data + 1, size - 1};
  const ParseResult result = parse(wire, limits);
  if (!result.ok()) return;
  PayloadPool pool;
  const Packet packet = to_packet(result.packet, pool);
  std::array<std::uint8_t, kMaxWireBytes> again{};
  const std::size_t count = serialize(packet, again.data());
  require(count == wire.size);
  require(parse({again.data(), count}, limits).ok());
}

}  // namespace ib::tb
