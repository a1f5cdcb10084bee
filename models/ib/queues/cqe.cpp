// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/cqe.h"

#include <cstring>

namespace ib {
namespace f = cqe_layout;

Cqe decode_cqe(const std::uint8_t* at) {
  Cqe c;
  c.opcode = static_cast<CqeOpcode>(load_field(at, f::kOpcode));
  c.format = static_cast<std::uint8_t>(load_field(at, f::kFormat));
  c.owner = static_cast<std::uint8_t>(load_field(at, f::kOwner));
  c.solicited = load_field(at, f::kSolicited) != 0;
  c.qpn = load_field(at, f::kQpn);
  c.wqe_counter = static_cast<std::uint16_t>(load_field(at, f::kWqeCounter));
  c.wqe_opcode = static_cast<std::uint8_t>(load_field(at, f::kWqeOpcode));
  if (is_error(c.opcode)) {
    c.syndrome = static_cast<CqeSyndrome>(load_field(at, f::kSyndrome));
    c.vendor_syndrome = static_cast<std::uint8_t>(load_field(at, f::kVendorSyndrome));
    return c;
  }
  c.byte_count = load_field(at, f::kByteCount);
  c.immediate = load_field(at, f::kImmediate);
  c.slid = static_cast<std::uint16_t>(load_field(at, f::kSlid));
  c.sl = static_cast<std::uint8_t>(load_field(at, f::kSl));
  c.has_grh = load_field(at, f::kGrh) != 0;
  c.remote_qpn = load_field(at, f::kRemoteQpn);
  c.srqn = load_field(at, f::kSrqn);
  c.timestamp = load_field64(at, f::kTimestamp);
  return c;
}

void encode(const Cqe& c, std::uint8_t* at) {
  std::memset(at, 0, kCqeBytes);
  store_field(at, f::kOpcode, static_cast<std::uint32_t>(c.opcode));
  store_field(at, f::kFormat, c.format);
  store_field(at, f::kOwner, c.owner);
  store_field(at, f::kSolicited, c.solicited ? 1 : 0);
  store_field(at, f::kQpn, c.qpn);
  store_field(at, f::kWqeCounter, c.wqe_counter);
  store_field(at, f::kWqeOpcode, c.wqe_opcode);
  if (is_error(c.opcode)) {
    store_field(at, f::kSyndrome, static_cast<std::uint32_t>(c.syndrome));
    store_field(at, f::kVendorSyndrome, c.vendor_syndrome);
    return;
  }
  store_field(at, f::kByteCount, c.byte_count);
  store_field(at, f::kImmediate, c.immediate);
  store_field(at, f::kSlid, c.slid);
  store_field(at, f::kSl, c.sl);
  store_field(at, f::kGrh, c.has_grh ? 1 : 0);
  store_field(at, f::kRemoteQpn, c.remote_qpn);
  store_field(at, f::kSrqn, c.srqn);
  store_field64(at, f::kTimestamp, c.timestamp);
}

bool compressible(const Cqe& a, const Cqe& b) {
  return !is_error(a.opcode) && a.opcode == b.opcode && a.solicited == b.solicited &&
         a.qpn == b.qpn && a.immediate == b.immediate && a.slid == b.slid && a.sl == b.sl &&
         a.has_grh == b.has_grh && a.remote_qpn == b.remote_qpn && a.srqn == b.srqn;
}

void encode_mini(const Cqe& c, std::uint8_t* at) {
  std::memset(at, 0, mini_cqe::kBytes);
  store_field(at, mini_cqe::kWqeCounter, c.wqe_counter);
  store_field(at, mini_cqe::kWqeOpcode, c.wqe_opcode);
  store_field(at, mini_cqe::kByteCount, c.byte_count);
}

Cqe expand_mini(const Cqe& title, const std::uint8_t* at) {
  Cqe c = title;
  c.format = 0;
  c.wqe_counter = static_cast<std::uint16_t>(load_field(at, mini_cqe::kWqeCounter));
  c.wqe_opcode = static_cast<std::uint8_t>(load_field(at, mini_cqe::kWqeOpcode));
  c.byte_count = load_field(at, mini_cqe::kByteCount);
  return c;
}

bool cqe_is_new(const std::uint8_t* at, std::uint32_t index, unsigned log_size) {
  return load_field(at, f::kOpcode) != static_cast<std::uint32_t>(CqeOpcode::kInvalid) &&
         load_field(at, f::kOwner) == owner_bit(index, log_size);
}

}  // namespace ib
