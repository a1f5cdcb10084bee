// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/routing_headers.h"

#include <algorithm>

#include "models/ib/base/bytes.h"

namespace ib {

void Lrh::encode(std::uint8_t* to) const {
  to[0] = static_cast<std::uint8_t>(vl.value() << 4 | (lver & 0x0F));
  to[1] = static_cast<std::uint8_t>(sl.value() << 4 | static_cast<unsigned>(lnh));
  store_be16(to + 2, dlid.value());
  store_be16(to + 4, pkt_len & 0x7FF);
  store_be16(to + 6, slid.value());
}

Lrh Lrh::decode(const std::uint8_t* from) {
  Lrh h;
  h.vl = Vl{static_cast<std::uint8_t>(from[0] >> 4)};
  h.lver = from[0] & 0x0F;
  h.sl = Sl{static_cast<std::uint8_t>(from[1] >> 4)};
  h.lnh = static_cast<Lnh>(from[1] & 3);
  h.dlid = Lid{load_be16(from + 2)};
  h.pkt_len = load_be16(from + 4) & 0x7FF;
  h.slid = Lid{load_be16(from + 6)};
  return h;
}

void Grh::encode(std::uint8_t* to) const {
  store_be32(to, std::uint32_t{ip_version} << 28 | std::uint32_t{traffic_class} << 20 |
                     (flow_label & 0xFFFFF));
  store_be16(to + 4, payload_length);
  to[6] = next_header;
  to[7] = hop_limit;
  std::copy(sgid.begin(), sgid.end(), to + 8);
  std::copy(dgid.begin(), dgid.end(), to + 24);
}

Grh Grh::decode(const std::uint8_t* from) {
  Grh h;
  const std::uint32_t word = load_be32(from);
  h.ip_version = static_cast<std::uint8_t>(word >> 28);
  h.traffic_class = static_cast<std::uint8_t>(word >> 20);
  h.flow_label = word & 0xFFFFF;
  h.payload_length = load_be16(from + 4);
  h.next_header = from[6];
  h.hop_limit = from[7];
  std::copy_n(from + 8, h.sgid.size(), h.sgid.begin());
  std::copy_n(from + 24, h.dgid.size(), h.dgid.begin());
  return h;
}

void Rwh::encode(std::uint8_t* to) const {
  store_be16(to, 0);
  store_be16(to + 2, ether_type);
}

Rwh Rwh::decode(const std::uint8_t* from) { return {load_be16(from + 2)}; }

}  // namespace ib
