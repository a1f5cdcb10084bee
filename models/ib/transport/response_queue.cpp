// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/response_queue.h"

#include <algorithm>

#include "models/ib/transport/segmentation.h"

namespace ib {

Response& ResponseQueue::add() {
  Response& r = ring_.push({});
  r.dest_qpn = dest_qpn_;
  return r;
}

void ResponseQueue::acknowledge(Psn psn, std::uint32_t msn, std::uint8_t syndrome, bool asked) {
  const bool merges = !ring_.empty() && ring_.back().kind == Response::Kind::kAcknowledge &&
                      aeth_kind(ring_.back().syndrome) == AethKind::kAck &&
                      ring_.back().dest_qpn == dest_qpn_;
  Response& r = merges ? ring_.back() : add();
  r.psn = psn;
  r.msn = msn;
  r.syndrome = syndrome;
  ++r.merged;
  r.urgent = r.urgent || asked;
}

void ResponseQueue::refuse(Psn psn, std::uint32_t msn, std::uint8_t syndrome) {
  Response& r = add();
  r.psn = psn;
  r.msn = msn;
  r.syndrome = syndrome;
  r.urgent = true;
}

void ResponseQueue::read(Psn psn, std::uint32_t msn, std::uint64_t address, std::uint32_t rkey,
                         std::uint32_t length, std::uint32_t pd) {
  Response& r = add();
  r.kind = Response::Kind::kRead;
  r.urgent = true;
  r.syndrome = ack_syndrome(kNoCreditCode);
  r.psn = psn;
  r.msn = msn;
  r.address = address;
  r.rkey = rkey;
  r.pd = pd;
  r.remaining = length;
}

void ResponseQueue::atomic(Psn psn, std::uint32_t msn, std::uint64_t original) {
  Response& r = add();
  r.kind = Response::Kind::kAtomic;
  r.urgent = true;
  r.syndrome = ack_syndrome(kNoCreditCode);
  r.psn = psn;
  r.msn = msn;
  r.original = original;
}

void ResponseQueue::await_atomic(Psn psn, std::uint32_t msn) {
  atomic(psn, msn, 0);
  ring_.back().pending = true;
}

void ResponseQueue::complete_atomic(Psn psn, std::uint64_t original) {
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    Response& r = ring_[i];
    if (!r.pending || r.psn != psn) continue;
    r.pending = false;
    r.original = original;
    return;
  }
}

bool ResponseQueue::due() const {
  if (ring_.empty() || ring_.front().pending) return false;
  const Response& first = ring_.front();
  return first.urgent || first.merged >= coalesce_ || ring_.size() > 1;
}

ReadResponsePacket ResponseQueue::next_read_packet(std::uint32_t mtu) {
  Response& r = ring_.front();
  ReadResponsePacket packet;
  packet.length = std::min(r.remaining, mtu);
  packet.address = r.address;
  packet.psn = r.psn;
  packet.ends = packet.length == r.remaining;
  const Position position = r.begun ? (packet.ends ? Position::kLast : Position::kMiddle)
                                    : (packet.ends ? Position::kOnly : Position::kFirst);
  packet.opcode = opcode(transport_, read_response_operation(position));
  packet.has_aeth = position != Position::kMiddle;
  r.begun = true;
  r.address += packet.length;
  r.remaining -= packet.length;
  r.psn = r.psn.plus(1);
  if (packet.ends) ring_.pop();
  return packet;
}

}  // namespace ib
