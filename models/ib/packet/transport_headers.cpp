// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/transport_headers.h"

#include "models/ib/base/bytes.h"

namespace ib {
namespace {

constexpr unsigned flag(bool set, unsigned bit) { return set ? 1u << bit : 0u; }
constexpr bool bit(std::uint8_t byte, unsigned index) { return (byte >> index & 1) != 0; }

}  // namespace

void Bth::encode(std::uint8_t* to) const {
  to[0] = opcode;
  to[1] = static_cast<std::uint8_t>(flag(solicited, 7) | flag(mig_req, 6) | (pad_count & 3u) << 4 |
                                    (tver & 0x0Fu));
  store_be16(to + 2, p_key.value());
  to[4] = static_cast<std::uint8_t>(flag(fecn, 7) | flag(becn, 6));
  store_be24(to + 5, dest_qp.value());
  to[8] = static_cast<std::uint8_t>(flag(ack_request, 7));
  store_be24(to + 9, psn.value());
}

Bth Bth::decode(const std::uint8_t* from) {
  Bth h;
  h.opcode = from[0];
  h.solicited = bit(from[1], 7);
  h.mig_req = bit(from[1], 6);
  h.pad_count = from[1] >> 4 & 3;
  h.tver = from[1] & 0x0F;
  h.p_key = PKey{load_be16(from + 2)};
  h.fecn = bit(from[4], 7);
  h.becn = bit(from[4], 6);
  h.dest_qp = Qpn{load_be24(from + 5)};
  h.ack_request = bit(from[8], 7);
  h.psn = Psn{load_be24(from + 9)};
  return h;
}

void Rdeth::encode(std::uint8_t* to) const { store_be32(to, ee_context & kMask24); }
Rdeth Rdeth::decode(const std::uint8_t* from) { return {load_be24(from + 1)}; }

void Deth::encode(std::uint8_t* to) const {
  store_be32(to, q_key.value());
  store_be32(to + 4, src_qp.value() & kMask24);
}
Deth Deth::decode(const std::uint8_t* from) {
  return {QKey{load_be32(from)}, Qpn{load_be24(from + 5)}};
}

void XrcEth::encode(std::uint8_t* to) const { store_be32(to, srq & kMask24); }
XrcEth XrcEth::decode(const std::uint8_t* from) { return {load_be24(from + 1)}; }

void Reth::encode(std::uint8_t* to) const {
  store_be64(to, virtual_address);
  store_be32(to + 8, r_key.value());
  store_be32(to + 12, dma_length);
}
Reth Reth::decode(const std::uint8_t* from) {
  return {load_be64(from), RKey{load_be32(from + 8)}, load_be32(from + 12)};
}

void AtomicEth::encode(std::uint8_t* to) const {
  store_be64(to, virtual_address);
  store_be32(to + 8, r_key.value());
  store_be64(to + 12, swap_or_add);
  store_be64(to + 20, compare);
}
AtomicEth AtomicEth::decode(const std::uint8_t* from) {
  return {load_be64(from), RKey{load_be32(from + 8)}, load_be64(from + 12), load_be64(from + 20)};
}

void Aeth::encode(std::uint8_t* to) const {
  to[0] = syndrome;
  store_be24(to + 1, msn);
}
Aeth Aeth::decode(const std::uint8_t* from) { return {from[0], load_be24(from + 1)}; }

void AtomicAckEth::encode(std::uint8_t* to) const { store_be64(to, original_data); }
AtomicAckEth AtomicAckEth::decode(const std::uint8_t* from) { return {load_be64(from)}; }

void ImmDt::encode(std::uint8_t* to) const { store_be32(to, data); }
ImmDt ImmDt::decode(const std::uint8_t* from) { return {load_be32(from)}; }

void Ieth::encode(std::uint8_t* to) const { store_be32(to, r_key.value()); }
Ieth Ieth::decode(const std::uint8_t* from) { return {RKey{load_be32(from)}}; }

}  // namespace ib
