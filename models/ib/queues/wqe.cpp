// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/wqe.h"

#include <cstring>

#include "models/ib/queues/context.h"

namespace ib {
namespace {

constexpr std::uint32_t kFenceBeforeAll = 4;
constexpr std::uint32_t kCompletionUpdate = 2;
/// mlx5 counts rates from here, so that 0 is no limit.
constexpr std::uint32_t kRateOffset = 5;
constexpr std::uint32_t kInlineLengthMask = 0x3FF;

}  // namespace

ControlSegment decode_control(const std::uint8_t* at) {
  namespace f = control_segment;
  ControlSegment s;
  s.opmod = static_cast<std::uint8_t>(load_field(at, f::kOpmod));
  s.wqe_index = static_cast<std::uint16_t>(load_field(at, f::kWqeIndex));
  s.opcode = static_cast<std::uint8_t>(load_field(at, f::kOpcode));
  s.qpn = load_field(at, f::kQpn);
  s.ds = static_cast<std::uint8_t>(load_field(at, f::kDs));
  s.fence = (load_field(at, f::kFence) & kFenceBeforeAll) != 0;
  s.completion = (load_field(at, f::kCompletion) & kCompletionUpdate) != 0;
  s.solicited = load_field(at, f::kSolicited) != 0;
  s.immediate = load_field(at, f::kImmediate);
  return s;
}

void encode(const ControlSegment& s, std::uint8_t* at) {
  namespace f = control_segment;
  std::memset(at, 0, kSegmentBytes);
  store_field(at, f::kOpmod, s.opmod);
  store_field(at, f::kWqeIndex, s.wqe_index);
  store_field(at, f::kOpcode, s.opcode);
  store_field(at, f::kQpn, s.qpn);
  store_field(at, f::kDs, s.ds);
  store_field(at, f::kFence, s.fence ? kFenceBeforeAll : 0);
  store_field(at, f::kCompletion, s.completion ? kCompletionUpdate : 0);
  store_field(at, f::kSolicited, s.solicited ? 1 : 0);
  store_field(at, f::kImmediate, s.immediate);
}

RaddrSegment decode_raddr(const std::uint8_t* at) {
  return {load_field64(at, raddr_segment::kAddress), load_field(at, raddr_segment::kRKey)};
}

void encode(const RaddrSegment& s, std::uint8_t* at) {
  std::memset(at, 0, kSegmentBytes);
  store_field64(at, raddr_segment::kAddress, s.address);
  store_field(at, raddr_segment::kRKey, s.rkey);
}

AtomicSegment decode_atomic(const std::uint8_t* at) {
  return {load_field64(at, atomic_segment::kSwapAdd), load_field64(at, atomic_segment::kCompare)};
}

void encode(const AtomicSegment& s, std::uint8_t* at) {
  store_field64(at, atomic_segment::kSwapAdd, s.swap_add);
  store_field64(at, atomic_segment::kCompare, s.compare);
}

WindowBinding decode_binding(const std::uint8_t* at) {
  namespace f = bind_segment;
  WindowBinding b;
  b.access = (load_field(at, f::kRead) != 0 ? access::kRemoteRead : 0) |
             (load_field(at, f::kWrite) != 0 ? access::kRemoteWrite : 0) |
             (load_field(at, f::kAtomic) != 0 ? access::kRemoteAtomic : 0);
  b.type_2 = load_field(at, f::kType2) != 0;
  b.zero_based = load_field(at, f::kZeroBased) != 0;
  b.rkey = load_field(at, f::kNewRKey);
  b.lkey = load_field(at, f::kLKey);
  b.address = load_field64(at, f::kAddress);
  b.length = load_field64(at, f::kLength);
  return b;
}

void encode(const WindowBinding& b, std::uint8_t* at) {
  namespace f = bind_segment;
  std::memset(at, 0, f::kBytes);
  store_field(at, f::kRead, (b.access & access::kRemoteRead) != 0 ? 1 : 0);
  store_field(at, f::kWrite, (b.access & access::kRemoteWrite) != 0 ? 1 : 0);
  store_field(at, f::kAtomic, (b.access & access::kRemoteAtomic) != 0 ? 1 : 0);
  store_field(at, f::kType2, b.type_2 ? 1 : 0);
  store_field(at, f::kZeroBased, b.zero_based ? 1 : 0);
  store_field(at, f::kNewRKey, b.rkey);
  store_field(at, f::kLKey, b.lkey);
  store_field64(at, f::kAddress, b.address);
  store_field64(at, f::kLength, b.length);
}

AddressVector decode_address_vector(const std::uint8_t* at) {
  namespace f = datagram_segment;
  AddressVector v;
  v.q_key = load_field(at, f::kQKey);
  v.dest_qpn = load_field(at, f::kDestQpn);
  v.sl = static_cast<std::uint8_t>(load_field(at, f::kSl));
  v.path_bits = static_cast<std::uint8_t>(load_field(at, f::kPathBits));
  v.dlid = static_cast<std::uint16_t>(load_field(at, f::kDlid));
  const std::uint32_t rate = load_field(at, f::kStaticRate);
  v.static_rate = static_cast<std::uint8_t>(rate < kRateOffset ? 0 : rate - kRateOffset);
  v.has_grh = load_field(at, f::kGrh) != 0;
  v.traffic_class = static_cast<std::uint8_t>(load_field(at, f::kTrafficClass));
  v.hop_limit = static_cast<std::uint8_t>(load_field(at, f::kHopLimit));
  v.flow_label = load_field(at, f::kFlowLabel);
  v.dgid_high = load_field64(at, f::kDgidHigh);
  v.dgid_low = load_field64(at, f::kDgidLow);
  return v;
}

void encode(const AddressVector& v, std::uint8_t* at) {
  namespace f = datagram_segment;
  std::memset(at, 0, f::kBytes);
  store_field(at, f::kQKey, v.q_key);
  store_field(at, f::kExtended, 1);
  store_field(at, f::kDestQpn, v.dest_qpn);
  store_field(at, f::kSl, v.sl);
  store_field(at, f::kPathBits, v.path_bits);
  store_field(at, f::kDlid, v.dlid);
  store_field(at, f::kTrafficClass, v.traffic_class);
  store_field(at, f::kHopLimit, v.hop_limit);
  store_field(at, f::kStaticRate, v.static_rate != 0 ? v.static_rate + kRateOffset : 0);
  store_field(at, f::kGrh, v.has_grh ? 1 : 0);
  store_field(at, f::kFlowLabel, v.flow_label);
  store_field64(at, f::kDgidHigh, v.dgid_high);
  store_field64(at, f::kDgidLow, v.dgid_low);
}

DataSegment decode_data(const std::uint8_t* at) {
  return {load_field(at, data_segment::kByteCount), load_field(at, data_segment::kLKey),
          load_field64(at, data_segment::kAddress)};
}

void encode(const DataSegment& s, std::uint8_t* at) {
  std::memset(at, 0, kSegmentBytes);
  store_field(at, data_segment::kByteCount, s.byte_count);
  store_field(at, data_segment::kLKey, s.lkey);
  store_field64(at, data_segment::kAddress, s.address);
}

void encode_inline_header(std::uint32_t byte_count, std::uint8_t* at) {
  std::memset(at, 0, sizeof(std::uint32_t));
  store_field(at, data_segment::kInline, 1);
  store_field(at, data_segment::kByteCount, byte_count);
}

std::optional<DataSegments::Piece> DataSegments::next() {
  if (end_ - at_ < static_cast<std::ptrdiff_t>(kSegmentBytes)) return std::nullopt;
  Piece piece;
  piece.is_inline = load_field(at_, data_segment::kInline) != 0;
  piece.byte_count = load_field(at_, data_segment::kByteCount);
  if (!piece.is_inline) {
    piece.segment = decode_data(at_);
    at_ += kSegmentBytes;
    return piece;
  }
  piece.byte_count &= kInlineLengthMask;
  const std::ptrdiff_t used = inline_segments(piece.byte_count) * std::ptrdiff_t{kSegmentBytes};
  if (used > end_ - at_) {
    malformed_ = true;
    return std::nullopt;
  }
  piece.inline_data = at_ + sizeof(std::uint32_t);
  at_ += used;
  return piece;
}

}  // namespace ib
