// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/rc_responder.h"

#include "models/ib/transport/segmentation.h"

namespace ib {
namespace {

constexpr std::uint32_t kAtomicBytes = 8;

bool is_read(const OpcodeInfo& info) { return info.operation == Operation::kReadRequest; }
bool is_write(const OpcodeInfo& info) { return info.operation == Operation::kWrite; }

/// True when `request` reads a part of what `record` allowed.
bool lies_inside(const ReadRecord& record, const RequestView& request) {
  if (request.rkey != record.rkey || request.address < record.address) return false;
  const std::uint64_t ahead = request.address - record.address;
  return ahead <= record.length && request.dma_length <= record.length - ahead;
}

}  // namespace

void RcResponder::configure(const ResponderConfig& config) {
  *this = RcResponder{};
  config_ = config;
  message_ = InboundMessage{config.mtu};
  expected_ = config.first_psn;
}

bool RcResponder::enabled(const OpcodeInfo& info) const {
  if (is_write(info)) return (config_.access & access::kRemoteWrite) != 0;
  if (is_read(info)) return (config_.access & access::kRemoteRead) != 0;
  if (info.is_atomic()) return (config_.access & access::kRemoteAtomic) != 0;
  return true;
}

bool RcResponder::lengths_ok(const RequestView& request, const OpcodeInfo& info) const {
  const bool data = !is_read(info) && !info.is_atomic();
  if (data) return message_.lengths_ok(request, info);
  if (request.payload_bytes != 0) return false;
  return is_read(info) ? request.dma_length <= kMaxMessageBytes
                       : request.address % kAtomicBytes == 0;
}

PsnQuery RcResponder::psn_query(const RequestView& request) const {
  const bool read = is_read(opcode_info(request.opcode));
  return {request.psn, expected_, nak_sent_, read, request.dma_length, config_.mtu};
}

RcResponder::Judgement RcResponder::judge(const RequestView& request, const PsnAnswer& psn) {
  const OpcodeInfo& info = opcode_info(request.opcode);
  if (!info.is_request() || info.transport != config_.transport) return {};
  if (info.operation == Operation::kResync) {
    return {psn.window == PsnWindow::kDuplicate ? Verdict::kAcknowledgeAgain : Verdict::kResync,
            {}};
  }
  switch (psn.window) {
    case PsnWindow::kDuplicate:
      return judge_duplicate(request, info);
    case PsnWindow::kAhead:
      return judge_ahead(request, info, /*nak_sent=*/false);
    case PsnWindow::kAheadAgain:
      return judge_ahead(request, info, /*nak_sent=*/true);
    case PsnWindow::kExpected:
      expected_next_ = psn.next;
      break;
  }
  const bool readable = !(is_read(info) || info.is_atomic()) || config_.max_dest_rd_atomic > 0;
  if (!message_.continues(info) || !enabled(info) || !lengths_ok(request, info) || !readable) {
    return {Verdict::kNakInvalid, {}};
  }
  return {Verdict::kExecute, {}};
}

RcResponder::Judgement RcResponder::judge_ahead(const RequestView& request, const OpcodeInfo& info,
                                                bool nak_sent) {
  if (fits_open_write(request, info)) {
    if ((early_ & early_bit(request.psn)) != 0) return {};
    return {Verdict::kPlaceEarly, {}};
  }
  nak_sent_ = true;
  return nak_sent ? Judgement{} : Judgement{Verdict::kNakSequence, {}};
}

// Its place follows from its PSN; immediate data has to wait for its turn.
bool RcResponder::fits_open_write(const RequestView& request, const OpcodeInfo& info) const {
  const bool candidate = config_.out_of_order_writes && is_write(info) && !info.starts_message() &&
                         !info.has_immediate() && message_.writing() &&
                         request.psn.minus(expected_) <= kEarlyWindow;
  if (!candidate) return false;
  const auto index = static_cast<std::uint32_t>(request.psn.minus(write_first_));
  if (index >= packets_of(message_.write_length(), config_.mtu)) return false;
  const Segment segment = segment_of(message_.write_length(), config_.mtu, index);
  return info.position == segment.position && request.payload_bytes == segment.length;
}

void RcResponder::accept_early(const RequestView& request) { early_ |= early_bit(request.psn); }

// The expected PSN has moved by one: so do the bits, and what is placed already follows at once.
void RcResponder::take_early() {
  for (;;) {
    const bool there = (early_ & 1) != 0;
    early_ >>= 1;
    if (!there) return;
    const auto index = static_cast<std::uint32_t>(expected_.minus(write_first_));
    const Segment segment = segment_of(message_.write_length(), config_.mtu, index);
    const bool last = segment.position == Position::kLast;
    RequestView view;
    view.opcode = opcode(config_.transport, last ? op::kWriteLast : op::kWriteMiddle);
    view.psn = expected_;
    view.payload_bytes = segment.length;
    message_.take(view, opcode_info(view.opcode));
    expected_ = expected_.plus(1);
    if (last) msn_ = (msn_ + 1) & kMask24;
  }
}

RcResponder::Judgement RcResponder::judge_duplicate(const RequestView& request,
                                                    const OpcodeInfo& info) const {
  if (!is_read(info) && !info.is_atomic()) return {Verdict::kAcknowledgeAgain, {}};
  for (const ReadRecord& record : records_) {
    const std::int32_t into = request.psn.minus(record.first_psn);
    if (into < 0 || into >= static_cast<std::int32_t>(record.packets)) continue;
    if (record.is_atomic != info.is_atomic()) return {};
    if (record.is_atomic)
      return {record.atomic_done ? Verdict::kAtomicAgain : Verdict::kDrop, record};
    if (lies_inside(record, request)) return {Verdict::kReadAgain, record};
  }
  return {};
}

void RcResponder::accept(const RequestView& request) {
  const OpcodeInfo& info = opcode_info(request.opcode);
  nak_sent_ = false;
  if (is_read(info) || info.is_atomic()) {
    remember(request, info);
    expected_ = expected_next_;
    msn_ = (msn_ + 1) & kMask24;
    return;
  }
  if (is_write(info) && info.starts_message()) write_first_ = request.psn;
  message_.take(request, info);
  expected_ = expected_next_;
  if (info.ends_message()) msn_ = (msn_ + 1) & kMask24;
  take_early();
}

void RcResponder::accept_resync(Psn psn) {
  message_.abandon();
  nak_sent_ = false;
  early_ = 0;
  expected_ = psn.plus(1);
}

void RcResponder::remember(const RequestView& request, const OpcodeInfo& info) {
  if (records_.size() < config_.max_dest_rd_atomic) {
    next_record_ = records_.size();
    records_.emplace_back();
  }
  ReadRecord& record = records_[next_record_];
  next_record_ = (next_record_ + 1) % config_.max_dest_rd_atomic;
  record = ReadRecord{};
  record.first_psn = request.psn;
  record.packets = is_read(info) ? packets_of(request.dma_length, config_.mtu) : 1;
  record.address = request.address;
  record.rkey = request.rkey;
  record.length = is_read(info) ? request.dma_length : kAtomicBytes;
  record.is_atomic = info.is_atomic();
}

void RcResponder::keep_atomic_result(Psn psn, std::uint64_t original) {
  for (ReadRecord& record : records_) {
    if (!record.is_atomic || record.first_psn != psn) continue;
    record.atomic_done = true;
    record.atomic_result = original;
  }
}

}  // namespace ib
