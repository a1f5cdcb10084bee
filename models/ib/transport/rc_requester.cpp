// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/rc_requester.h"

#include <cassert>
#include <utility>

namespace ib {
namespace {

constexpr std::uint8_t kEndlessRnrRetry = 7;
/// PSNs outstanding at most; half the comparison window keeps old and new apart.
constexpr std::int32_t kPsnWindow = 1 << 22;

CqeSyndrome syndrome_of(NakCode code) {
  switch (code) {
    case NakCode::kInvalidRequest:
      return CqeSyndrome::kRemoteInvalidRequest;
    case NakCode::kRemoteAccessError:
      return CqeSyndrome::kRemoteAccess;
    case NakCode::kRemoteOperationalError:
      return CqeSyndrome::kRemoteOperation;
    case NakCode::kInvalidRdRequest:
      return CqeSyndrome::kRemoteInvalidRdRequest;
    default:
      return CqeSyndrome::kBadResponse;
  }
}

bool is_done(const SendRequest& request, Psn unacked) {
  return unacked.minus(request.first_psn) >= static_cast<std::int32_t>(request.packets);
}

}  // namespace

void RcRequester::configure(const RequesterConfig& config) {
  *this = RcRequester{};
  config_ = config;
  next_psn_ = sent_ = unacked_ = resume_ = config.first_psn;
  retries_left_ = config.retry_count;
  rnr_left_ = config.rnr_retry;
  unlimited_ = !config.counts_credits;
}

void RcRequester::accept(const SendRequest& request) {
  SendRequest& r = requests_.push(request);
  const bool silent = r.local_only || r.fault != CqeSyndrome::kNone;
  r.first_psn = next_psn_;
  r.ssn = std::exchange(next_ssn_, (next_ssn_ + 1) & kMask24);
  r.packets = silent ? 0
              : is_read_or_atomic(r.kind) && r.kind != MessageKind::kRead
                  ? 1
                  : packets_of(r.length, config_.mtu);
  next_psn_ = next_psn_.plus(r.packets);
  skip_local();
}

// --- packets -----------------------------------------------------------------------------------

void RcRequester::skip_local() {
  while (cursor_ < requests_.size() && at(cursor_).local_only &&
         at(cursor_).operation == LocalOperation::kNone) {
    ++cursor_;
  }
}

Psn RcRequester::cursor_psn() const {
  return cursor_ < requests_.size() ? at(cursor_).first_psn.plus(cursor_packet_) : next_psn_;
}

bool RcRequester::may_start(const SendRequest& request) const {
  if (request.fence) {
    const auto read = first_open_read();
    if (read && *read < cursor_) return false;
  }
  const bool again = request.first_psn.before(sent_);
  if (!again && takes_receive_request(request.kind) && !unlimited_) {
    // One beyond the limit may go as a probe (IBTA Vol 1, 9.7.7.2.5).
    return Psn{request.ssn}.minus(Psn{limit_ssn_}) <= 1;
  }
  if (!is_read_or_atomic(request.kind)) return true;
  return again || open_reads_ < config_.max_rd_atomic;
}

bool RcRequester::ready() const {
  if (failure_ || rnr_waiting_ || cursor_ == requests_.size()) return false;
  const SendRequest& request = at(cursor_);
  if (request.fault != CqeSyndrome::kNone || request.local_only) return false;
  if (cursor_packet_ == 0 && !may_start(request)) return false;
  if (draining_ && cursor_packet_ == 0 && !request.first_psn.before(sent_)) return false;
  return cursor_psn().minus(unacked_) < kPsnWindow;
}

bool RcRequester::wants_ack(bool ends) {
  if (!acknowledged()) return false;
  if (!ends && ++since_ack_request_ < config_.ack_request_packets) return false;
  since_ack_request_ = 0;
  return true;
}

RequestPacket RcRequester::describe(const SendRequest& request, std::uint32_t index) {
  RequestPacket packet;
  packet.request = &request;
  packet.psn = request.first_psn.plus(index);
  Segment segment{index * config_.mtu, request.length - index * config_.mtu, Position::kOnly};
  if (!is_read_or_atomic(request.kind)) segment = segment_of(request.length, config_.mtu, index);
  const std::uint8_t operation =
      request.resync ? op::kResync : request_operation(request.kind, segment.position);
  packet.opcode = opcode(config_.transport, operation);
  packet.offset = segment.offset;
  packet.length = segment.length;
  packet.starts = segment.position == Position::kFirst || segment.position == Position::kOnly;
  packet.ends = segment.position == Position::kLast || segment.position == Position::kOnly;
  packet.ack_request = wants_ack(packet.ends);
  return packet;
}

RequestPacket RcRequester::next() {
  assert(ready());
  const SendRequest& request = at(cursor_);
  const RequestPacket packet = describe(request, cursor_packet_);
  const bool whole = is_read_or_atomic(request.kind);
  const bool is_new = !packet.psn.before(sent_);
  if (whole && is_new) ++open_reads_;
  const Psn end = packet.psn.plus(whole ? request.packets - cursor_packet_ : 1);
  if (sent_.before(end)) sent_ = end;
  if (!is_new) ++resent_;
  if (packet.ends) {
    ++cursor_;
    cursor_packet_ = 0;
    skip_local();
  } else {
    ++cursor_packet_;
  }
  return packet;
}

// --- answers -----------------------------------------------------------------------------------

std::size_t RcRequester::find(Psn psn) const {
  std::size_t low = 0;
  std::size_t high = requests_.size();
  while (high - low > 1) {  // last request that starts at or before `psn`
    const std::size_t middle = (low + high) / 2;
    (psn.before(at(middle).first_psn) ? high : low) = middle;
  }
  return low;
}

std::optional<std::size_t> RcRequester::first_open_read() const {
  if (open_reads_ == 0) return std::nullopt;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (is_read_or_atomic(at(i).kind) && !is_done(at(i), unacked_)) return i;
  }
  return std::nullopt;
}

Psn RcRequester::expected_response(const SendRequest& read) const {
  return read.first_psn.before(unacked_) ? unacked_ : read.first_psn;
}

void RcRequester::go_back(Psn psn) {
  cursor_ = find(psn);
  cursor_packet_ = static_cast<std::uint32_t>(psn.minus(at(cursor_).first_psn));
  resume_ = psn;
  since_ack_request_ = 0;
}

void RcRequester::advance_unacked(Psn psn) {
  unacked_ = psn;
  retries_left_ = config_.retry_count;
  rnr_left_ = config_.rnr_retry;
  implied_nak_sent_ = false;
  if (!cursor_psn().before(unacked_)) return;
  if (unacked_ == next_psn_) {
    cursor_ = requests_.size();
    cursor_packet_ = 0;
    return;
  }
  cursor_ = find(unacked_);
  cursor_packet_ = static_cast<std::uint32_t>(unacked_.minus(at(cursor_).first_psn));
  // What sends nothing shares its PSN with what follows, and may have to be done before it.
  while (cursor_packet_ == 0 && cursor_ > 0 && at(cursor_ - 1).local_only) --cursor_;
  skip_local();
}

RcRequester::Answer RcRequester::fail(CqeSyndrome syndrome) {
  failure_ = syndrome;
  return Answer::kFailed;
}

RcRequester::Answer RcRequester::retry(Psn psn) {
  if (retries_left_ == 0) return fail(CqeSyndrome::kTransportRetryExceeded);
  --retries_left_;
  go_back(psn);
  return Answer::kResend;
}

// An ACK, or a later response, passed a READ whose response is missing. All that follows shows the
// same gap, so only the first counts.
RcRequester::Answer RcRequester::implied_nak(Psn missing) {
  if (implied_nak_sent_) return Answer::kProgress;
  const Answer answer = retry(missing);
  implied_nak_sent_ = answer == Answer::kResend;
  return answer;
}

RcRequester::Answer RcRequester::acknowledge_before(Psn end) {
  if (const auto read = first_open_read()) {
    const Psn missing = expected_response(at(*read));
    if (missing.before(end)) {
      if (unacked_.before(missing)) advance_unacked(missing);
      return implied_nak(missing);
    }
  }
  if (unacked_.before(end)) advance_unacked(end);
  return Answer::kProgress;
}

void RcRequester::take_credits(std::uint8_t syndrome, std::uint32_t msn) {
  if (aeth_kind(syndrome) != AethKind::kAck || unlimited_) return;
  const std::uint8_t code = aeth_value(syndrome);
  if (code == kNoCreditCode) {
    unlimited_ = true;
    return;
  }
  const Psn limit{msn + kCreditsByCode[code]};
  if (Psn{limit_ssn_}.before(limit)) limit_ssn_ = limit.value();
}

RcRequester::Answer RcRequester::on_ack(Psn psn, std::uint8_t syndrome) {
  if (failure_ || psn.before(unacked_) || !psn.before(sent_)) return Answer::kIgnored;
  const AethKind kind = aeth_kind(syndrome);
  if (kind == AethKind::kReserved) return Answer::kIgnored;
  if (kind == AethKind::kAck) return acknowledge_before(psn.plus(1));

  const Answer before = acknowledge_before(psn);
  if (unacked_ != psn) return before;  // a READ's response is missing: that is to be mended first
  if (kind == AethKind::kRnrNak) return on_rnr_nak(psn, aeth_value(syndrome));
  const auto code = static_cast<NakCode>(aeth_value(syndrome));
  return code == NakCode::kPsnSequenceError ? retry(psn) : fail(syndrome_of(code));
}

RcRequester::Answer RcRequester::on_rnr_nak(Psn psn, std::uint8_t code) {
  if (config_.rnr_retry != kEndlessRnrRetry) {
    if (rnr_left_ == 0) return fail(CqeSyndrome::kRnrRetryExceeded);
    --rnr_left_;
  }
  rnr_code_ = code;
  rnr_waiting_ = true;
  go_back(psn);
  return Answer::kRnrWait;
}

RcRequester::Placement RcRequester::place(const SendRequest& request, Psn psn) {
  Placement placement;
  placement.answer = Answer::kProgress;
  placement.take = true;
  placement.gather = request.gather;
  placement.offset = static_cast<std::uint32_t>(psn.minus(request.first_psn)) * config_.mtu;
  const Psn end = psn.plus(1);
  if (is_done(request, end)) --open_reads_;
  advance_unacked(end);
  return placement;
}

std::optional<std::size_t> RcRequester::response_target(Psn psn, Placement& placement) {
  if (failure_ || psn.before(unacked_) || !psn.before(sent_)) return std::nullopt;
  const auto read = first_open_read();
  if (!read) return std::nullopt;
  const Psn expected = expected_response(at(*read));
  if (psn == expected) return read;
  if (expected.before(psn)) placement.answer = implied_nak(expected);
  return std::nullopt;
}

std::optional<RcRequester::Place> RcRequester::place_of_response(Psn psn) const {
  if (failure_ || psn.before(unacked_) || !psn.before(sent_)) return std::nullopt;
  const auto read = first_open_read();
  if (!read || psn != expected_response(at(*read))) return std::nullopt;
  const SendRequest& request = at(*read);
  return Place{request.gather,
               static_cast<std::uint32_t>(psn.minus(request.first_psn)) * config_.mtu};
}

RcRequester::Placement RcRequester::on_read_response(Psn psn, Position position,
                                                     std::uint32_t length) {
  Placement none;
  const auto target = response_target(psn, none);
  if (!target) return none;
  const SendRequest& request = at(*target);
  const auto index = static_cast<std::uint32_t>(psn.minus(request.first_psn));
  const Segment segment = segment_of(request.length, config_.mtu, index);
  const bool first = position == Position::kFirst || position == Position::kOnly;
  const bool last = position == Position::kLast || position == Position::kOnly;
  const bool first_ok = first ? index == 0 || psn == resume_ : index != 0;
  if (request.kind != MessageKind::kRead || !first_ok || last != (index + 1 == request.packets) ||
      length != segment.length) {
    none.answer = fail(CqeSyndrome::kBadResponse);
    return none;
  }
  return place(request, psn);
}

RcRequester::Placement RcRequester::on_atomic_response(Psn psn) {
  Placement none;
  const auto target = response_target(psn, none);
  if (!target) return none;
  const SendRequest& request = at(*target);
  if (request.kind == MessageKind::kRead) {
    none.answer = fail(CqeSyndrome::kBadResponse);
    return none;
  }
  return place(request, psn);
}

RcRequester::Answer RcRequester::on_sent(Psn psn) {
  if (unacked_.before(psn.plus(1))) advance_unacked(psn.plus(1));
  return Answer::kProgress;
}

RcRequester::Answer RcRequester::on_timeout() {
  if (failure_ || !awaits_answer()) return Answer::kIgnored;
  implied_nak_sent_ = false;
  return retry(unacked_);
}

void RcRequester::try_again() {
  failure_.reset();
  retries_left_ = config_.retry_count;
  implied_nak_sent_ = false;
  go_back(unacked_);
}

void RcRequester::resync() {
  const bool begun = !requests_.empty() && requests_.front().first_psn.before(sent_);
  requests_.clear();
  cursor_ = 0;
  cursor_packet_ = 0;
  open_reads_ = 0;
  since_ack_request_ = 0;
  retries_left_ = config_.retry_count;
  rnr_waiting_ = false;
  implied_nak_sent_ = false;
  failure_.reset();
  next_psn_ = unacked_ = resume_ = sent_;
  if (!begun) return;
  SendRequest skip;
  skip.resync = true;
  accept(skip);
}

// --- retirement --------------------------------------------------------------------------------

bool RcRequester::oldest_done() const {
  if (requests_.empty() || oldest_is_faulty() || oldest_operates()) return false;
  return is_done(requests_.front(), unacked_);
}

bool RcRequester::oldest_operates() const {
  return !requests_.empty() && requests_.front().operation != LocalOperation::kNone;
}

bool RcRequester::oldest_is_faulty() const {
  return !requests_.empty() && requests_.front().fault != CqeSyndrome::kNone;
}

void RcRequester::retire() {
  requests_.pop();
  if (cursor_ > 0) {
    --cursor_;
  } else {
    cursor_packet_ = 0;
    skip_local();
  }
}

}  // namespace ib
