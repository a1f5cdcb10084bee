// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/send_wqe.h"

#include <algorithm>
#include <cassert>

namespace ib::tb {
namespace {

bool is_atomic(WqeOpcode opcode) {
  return opcode == WqeOpcode::kCompareSwap || opcode == WqeOpcode::kFetchAdd;
}

/// Names a place in remote memory.
bool is_remote(WqeOpcode opcode) {
  return is_atomic(opcode) || opcode == WqeOpcode::kRdmaWrite ||
         opcode == WqeOpcode::kRdmaWriteImmediate || opcode == WqeOpcode::kRdmaRead;
}

std::uint32_t data_segments(const WorkRequest& request) {
  if (request.bytes == 0) return 0;
  return request.inline_data ? inline_segments(request.bytes) : 1;
}

constexpr std::uint32_t kAddressSegments = datagram_segment::kBytes / kSegmentBytes;

std::uint32_t segments_of(const WorkRequest& request) {
  return 1 + (request.binding ? bind_segment::kBytes / kSegmentBytes : 0) +
         (request.xrc_srqn ? 1 : 0) + (request.reliable_destination ? 1 : 0) +
         (request.destination ? kAddressSegments : 0) + (is_remote(request.opcode) ? 1 : 0) +
         (is_atomic(request.opcode) ? 1 : 0) + data_segments(request);
}

ControlSegment control_of(const WorkRequest& request, std::uint32_t qpn, std::uint16_t index) {
  ControlSegment control;
  control.wqe_index = index;
  control.opcode = static_cast<std::uint8_t>(request.opcode);
  control.qpn = qpn;
  control.ds = static_cast<std::uint8_t>(segments_of(request));
  control.fence = request.fence;
  control.completion = request.signaled;
  control.solicited = request.solicited;
  control.immediate = request.immediate;
  return control;
}

}  // namespace

SendWqe build_send_wqe(const WorkRequest& request, std::uint32_t qpn, std::uint16_t index,
                       const std::uint8_t* inline_data) {
  SendWqe wqe;
  wqe.segments = segments_of(request);
  assert(wqe.segments <= kMaxSegments);
  std::uint8_t* at = wqe.bytes.data();
  encode(control_of(request, qpn, index), at);
  at += kSegmentBytes;
  if (request.destination) {
    encode(*request.destination, at);
    at += datagram_segment::kBytes;
  }
  if (request.xrc_srqn) {
    store_field(at, xrc_segment::kSrqn, *request.xrc_srqn);
    at += kSegmentBytes;
  }
  if (request.reliable_destination) {
    store_field(at, rd_segment::kEeContext, request.reliable_destination->ee_context);
    store_field(at, rd_segment::kQKey, request.reliable_destination->q_key);
    store_field(at, rd_segment::kDestQpn, request.reliable_destination->dest_qpn);
    at += kSegmentBytes;
  }
  if (is_remote(request.opcode)) {
    encode(RaddrSegment{request.remote_address, request.rkey}, at);
    at += kSegmentBytes;
  }
  if (is_atomic(request.opcode)) {
    encode(AtomicSegment{request.swap_or_add, request.compare}, at);
    at += kSegmentBytes;
  }
  if (request.binding) encode(*request.binding, at);
  if (request.bytes == 0) return wqe;
  if (request.inline_data) {
    encode_inline_header(request.bytes, at);
    std::copy_n(inline_data, request.bytes, at + 4);
  } else {
    encode(DataSegment{request.bytes, request.lkey, request.local_address}, at);
  }
  return wqe;
}

std::uint32_t blocks_of(const WorkRequest& request) { return basic_blocks(segments_of(request)); }

}  // namespace ib::tb
