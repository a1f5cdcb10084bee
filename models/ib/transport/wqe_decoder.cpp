// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/wqe_decoder.h"

#include <algorithm>
#include <optional>

namespace ib {
namespace {

constexpr std::uint32_t kAtomicBytes = 8;

std::optional<MessageKind> kind_of(std::uint8_t opcode) {
  switch (static_cast<WqeOpcode>(opcode)) {
    case WqeOpcode::kSend:
      return MessageKind::kSend;
    case WqeOpcode::kSendImmediate:
      return MessageKind::kSendImmediate;
    case WqeOpcode::kSendInvalidate:
      return MessageKind::kSendInvalidate;
    case WqeOpcode::kRdmaWrite:
      return MessageKind::kWrite;
    case WqeOpcode::kRdmaWriteImmediate:
      return MessageKind::kWriteImmediate;
    case WqeOpcode::kRdmaRead:
      return MessageKind::kRead;
    case WqeOpcode::kCompareSwap:
      return MessageKind::kCompareSwap;
    case WqeOpcode::kFetchAdd:
      return MessageKind::kFetchAdd;
    case WqeOpcode::kNop:
    case WqeOpcode::kBindWindow:
    case WqeOpcode::kLocalInvalidate:
      return std::nullopt;
  }
  return std::nullopt;
}

/// Sums the pieces; a fault when they leave the WQE, hold too much, or do not fit the operation.
CqeSyndrome measure(DecodedWqe& wqe) {
  DataSegments pieces(wqe.pieces, wqe.end);
  std::uint64_t total = 0;
  while (const auto piece = pieces.next()) {
    if (piece->is_inline && is_read_or_atomic(wqe.request.kind)) {
      return CqeSyndrome::kLocalQpOperation;
    }
    total += piece->byte_count;
  }
  if (pieces.malformed()) return CqeSyndrome::kLocalQpOperation;
  const bool atomic = is_read_or_atomic(wqe.request.kind) && wqe.request.kind != MessageKind::kRead;
  if (total > kMaxMessageBytes || (atomic && total != kAtomicBytes)) {
    return CqeSyndrome::kLocalLength;
  }
  wqe.request.length = static_cast<std::uint32_t>(total);
  return CqeSyndrome::kNone;
}

/// Operations of each service (ib-facts 1.5).
bool offered(QpType type, MessageKind kind) {
  if (is_raw(type)) return kind == MessageKind::kSend;
  if (type == QpType::kRd) return kind != MessageKind::kSendInvalidate;
  if (is_reliable(type)) return true;
  if (kind == MessageKind::kSend || kind == MessageKind::kSendImmediate) return true;
  return type == QpType::kUc && is_write(kind);
}

bool take_address_vector(DecodedWqe& wqe) {
  if (wqe.end - wqe.pieces < static_cast<std::ptrdiff_t>(datagram_segment::kBytes)) return false;
  if (load_field(wqe.pieces, datagram_segment::kExtended) == 0) return false;
  wqe.request.destination = decode_address_vector(wqe.pieces);
  wqe.pieces += datagram_segment::kBytes;
  return true;
}

bool take_xrc_segment(DecodedWqe& wqe) {
  if (wqe.end - wqe.pieces < static_cast<std::ptrdiff_t>(kSegmentBytes)) return false;
  wqe.request.xrc_srqn = load_field(wqe.pieces, xrc_segment::kSrqn);
  wqe.pieces += kSegmentBytes;
  return true;
}

bool take_rd_segment(DecodedWqe& wqe) {
  if (wqe.end - wqe.pieces < static_cast<std::ptrdiff_t>(kSegmentBytes)) return false;
  wqe.request.ee_context = load_field(wqe.pieces, rd_segment::kEeContext);
  wqe.request.destination.q_key = load_field(wqe.pieces, rd_segment::kQKey);
  wqe.request.destination.dest_qpn = load_field(wqe.pieces, rd_segment::kDestQpn);
  wqe.pieces += kSegmentBytes;
  return true;
}

/// Takes the segments between control and data that the operation calls for.
bool take_fixed_segments(DecodedWqe& wqe) {
  SendRequest& request = wqe.request;
  const auto take = [&wqe]() -> const std::uint8_t* {
    if (wqe.end - wqe.pieces < static_cast<std::ptrdiff_t>(kSegmentBytes)) return nullptr;
    const std::uint8_t* const at = wqe.pieces;
    wqe.pieces += kSegmentBytes;
    return at;
  };
  if (!is_write(request.kind) && !is_read_or_atomic(request.kind)) return true;
  const std::uint8_t* const raddr = take();
  if (raddr == nullptr) return false;
  const RaddrSegment remote = decode_raddr(raddr);
  request.remote_address = remote.address;
  request.rkey = remote.rkey;
  if (!is_read_or_atomic(request.kind) || request.kind == MessageKind::kRead) return true;
  const std::uint8_t* const atomic = take();
  if (atomic == nullptr) return false;
  const AtomicSegment operands = decode_atomic(atomic);
  request.swap_add = operands.swap_add;
  request.compare = operands.compare;
  return true;
}

/// Requests that send nothing. False when it is none of them.
bool take_local(DecodedWqe& wqe, std::uint8_t opcode) {
  SendRequest& request = wqe.request;
  switch (static_cast<WqeOpcode>(opcode)) {
    case WqeOpcode::kNop:
      break;
    case WqeOpcode::kLocalInvalidate:
      request.operation = LocalOperation::kInvalidate;
      break;
    case WqeOpcode::kBindWindow:
      request.operation = LocalOperation::kBindWindow;
      if (wqe.end - wqe.pieces < static_cast<std::ptrdiff_t>(bind_segment::kBytes)) {
        request.fault = CqeSyndrome::kLocalQpOperation;
      } else {
        request.binding = decode_binding(wqe.pieces);
      }
      break;
    default:
      return false;
  }
  wqe.pieces = wqe.end;
  request.local_only = true;
  return true;
}

}  // namespace

std::uint32_t wqe_blocks(const std::uint8_t* at) {
  const std::uint32_t ds = load_field(at, control_segment::kDs);
  return ds == 0 ? 1 : basic_blocks(ds);
}

DecodedWqe decode_send_wqe(const std::uint8_t* at, QpType type) {
  const ControlSegment control = decode_control(at);
  DecodedWqe wqe;
  SendRequest& request = wqe.request;
  wqe.qpn = control.qpn;
  wqe.pieces = at + kSegmentBytes;
  wqe.end = control.ds == 0 ? wqe.pieces : at + std::size_t{control.ds} * kSegmentBytes;
  request.completion = control.completion;
  request.solicited = control.solicited;
  request.fence = control.fence;
  request.wqe_opcode = control.opcode;
  request.wqe_index = control.wqe_index;
  request.immediate = control.immediate;
  request.blocks = static_cast<std::uint8_t>(wqe_blocks(at));
  if (control.ds != 0 && take_local(wqe, control.opcode)) return wqe;
  const auto kind = kind_of(control.opcode);
  request.fault = CqeSyndrome::kLocalQpOperation;
  if (!kind || control.ds == 0 || !offered(type, *kind)) return wqe;
  request.kind = *kind;
  if (is_datagram(type) && !take_address_vector(wqe)) return wqe;
  if (type == QpType::kXrcInitiator && !take_xrc_segment(wqe)) return wqe;
  if (type == QpType::kRd && !take_rd_segment(wqe)) return wqe;
  if (!take_fixed_segments(wqe)) return wqe;
  request.fault = measure(wqe);
  return wqe;
}

namespace {

/// What is left of a request that sends nothing.
SendRequest control_only(const SendRequest& request) {
  SendRequest kept;
  kept.completion = request.completion;
  kept.solicited = request.solicited;
  kept.fence = request.fence;
  kept.local_only = request.local_only;
  kept.operation = request.operation;
  kept.binding = request.binding;
  kept.fault = request.fault;
  kept.wqe_opcode = request.wqe_opcode;
  kept.blocks = request.blocks;
  kept.wqe_index = request.wqe_index;
  kept.immediate = request.immediate;
  return kept;
}

class ClockedWqeDecoder final : public WqeDecoderMachine {
 public:
  void reset() override {
    blocks_ = 0;
    done_ = false;
  }

  WqeDecoderOut step(const WqeDecoderIn& in) override {
    WqeDecoderOut out = result();
    out.ready = !done_ || in.ready;
    if (done_ && in.ready) reset();
    if (in.valid && out.ready) take(in);
    return out;
  }

 private:
  void take(const WqeDecoderIn& in) {
    std::copy(in.block.begin(), in.block.end(),
              bytes_.begin() + static_cast<std::ptrdiff_t>(blocks_ * kBasicBlockBytes));
    type_ = in.type;
    done_ = ++blocks_ == wqe_blocks(bytes_.data());
  }
  [[nodiscard]] WqeDecoderOut result() const {
    WqeDecoderOut out;
    if (!done_) return out;
    const DecodedWqe wqe = decode_send_wqe(bytes_.data(), type_);
    const bool sends = wqe.request.fault == CqeSyndrome::kNone && !wqe.request.local_only;
    out.valid = true;
    out.request = sends ? wqe.request : control_only(wqe.request);
    out.qpn = wqe.qpn;
    out.segments = static_cast<std::uint8_t>((wqe.end - bytes_.data()) / kSegmentBytes);
    out.first_piece = sends
                          ? static_cast<std::uint8_t>((wqe.pieces - bytes_.data()) / kSegmentBytes)
                          : out.segments;
    return out;
  }

  std::array<std::uint8_t, kMaxWqeBytes + kSegmentBytes> bytes_{};
  std::uint32_t blocks_ = 0;
  QpType type_ = QpType::kRc;
  bool done_ = false;  ///< The WQE is complete; its result waits.
};

}  // namespace

std::unique_ptr<WqeDecoderMachine> make_wqe_decoder() {
  return std::make_unique<ClockedWqeDecoder>();
}

DecodedWqe run_wqe(WqeDecoderMachine& decoder, const std::uint8_t* at, QpType type) {
  for (std::uint32_t block = 0; block < wqe_blocks(at); ++block) {
    WqeDecoderIn in;
    in.valid = true;
    in.type = type;
    std::copy_n(at + std::size_t{block} * kBasicBlockBytes, kBasicBlockBytes, in.block.begin());
    (void)decoder.step(in);
  }
  const WqeDecoderOut out = decoder.step(WqeDecoderIn{});
  DecodedWqe wqe;
  wqe.request = out.request;
  wqe.qpn = out.qpn;
  wqe.pieces = at + std::size_t{out.first_piece} * kSegmentBytes;
  wqe.end = at + std::size_t{out.segments} * kSegmentBytes;
  return wqe;
}

}  // namespace ib
