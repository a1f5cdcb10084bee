// SPDX-License-Identifier: Apache-2.0
#include "models/hca/unreliable_responder.h"

#include <cstring>

#include "models/hca/flusher.h"
#include "models/hca/translator.h"

namespace ib::hca {

Outcome UnreliableResponder::handle(QueuePair& qp, link::Slot slot, Ticks& left) {
  const Packet& packet = core_.store[slot].packet;
  if (is_raw(qp.context.type)) return handle_raw(qp, packet, left);
  return qp.context.type == QpType::kUd ? handle_datagram(qp, packet, left)
                                        : handle_connected(qp, packet, left);
}

Outcome UnreliableResponder::handle_raw(QueuePair& qp, const Packet& packet, Ticks& left) {
  constexpr std::uint8_t kOnePacket = opcode(Transport::kUd, op::kSendOnly);
  const WqeSearch search = core_.delivery->find_wqe(qp, opcode_info(kOnePacket));
  if (search == WqeSearch::kSearching) return Outcome::kStalled;
  if (search != WqeSearch::kFound || packet.payload_bytes > qp.receiving->bytes) {
    ++core_.counters.packets_dropped_unreliable;
    return Outcome::kDone;
  }
  const Placed placed =
      core_.delivery->place_send(qp, packet.payload, packet.payload_bytes, 0, left);
  if (placed == Placed::kWaiting) return Outcome::kStalled;
  if (placed == Placed::kYes) {
    core_.delivery->complete_raw(qp, packet);
  } else {
    core_.delivery->fail_receive(qp, CqeSyndrome::kLocalProtection);
    core_.flusher->enter_error(qp);
  }
  return Outcome::kDone;
}

// A packet that waits for a receive WQE comes here again: it is judged when it comes first.
Outcome UnreliableResponder::handle_connected(QueuePair& qp, const Packet& packet, Ticks& left) {
  const Bth bth = Bth::decode(bth_bytes(packet));
  const OpcodeInfo& info = opcode_info(bth.opcode);
  const RequestView view = view_of(packet, bth);
  if (!qp.uc_judged && !qp.uc.judge(view)) {
    ++core_.counters.packets_dropped_unreliable;
    return Outcome::kDone;
  }
  const WqeSearch search = core_.delivery->find_wqe(qp, info);
  qp.uc_judged = search == WqeSearch::kSearching;
  if (search == WqeSearch::kSearching) return Outcome::kStalled;
  if (search == WqeSearch::kNone) {
    qp.uc.drop_message();
    ++core_.counters.packets_dropped_unreliable;
    return Outcome::kDone;
  }
  const std::uint32_t offset = info.starts_message() ? 0 : qp.uc.message().offset();
  const Placed placed =
      info.operation == Operation::kSend
          ? core_.delivery->place_send(qp, packet.payload, packet.payload_bytes, offset, left)
          : core_.delivery->place_write(qp, qp.uc.message(), view, packet, left);
  qp.uc_judged = placed == Placed::kWaiting;
  if (placed == Placed::kWaiting) return Outcome::kStalled;
  finish_connected(qp, packet, view, bth, placed);
  return Outcome::kDone;
}

// Data for a place the peer must not write, or more than the buffer holds, is dropped; a buffer of
// our own that may not be written is a fault of this end.
void UnreliableResponder::finish_connected(QueuePair& qp, const Packet& packet,
                                           const RequestView& view, const Bth& bth, Placed placed) {
  const OpcodeInfo& info = opcode_info(bth.opcode);
  if (placed == Placed::kYes) {
    qp.uc.accept(view);
    if (info.ends_message()) {
      core_.delivery->complete(qp, packet, bth, qp.uc.message().offset());
    }
    return;
  }
  qp.uc.drop_message();
  ++core_.counters.packets_dropped_unreliable;
  if (placed == Placed::kForbidden && info.operation == Operation::kSend) {
    core_.delivery->fail_receive(qp, CqeSyndrome::kLocalProtection);
    core_.flusher->enter_error(qp);
  }
}

void UnreliableResponder::put_datagram(QueuePair& qp, const Packet& packet, Ticks& left) {
  const bool has_grh = lnh(packet) == Lnh::kGlobal;
  if (has_grh) {
    Payload grh = Payload::real(core_.payloads);
    std::memcpy(grh.writable(), packet.header.data() + Lrh::kBytes, Grh::kBytes);
    core_.delivery->put(qp.placing, grh, 0, Grh::kBytes, left);
  }
  core_.delivery->put(qp.placing, packet.payload, has_grh ? Grh::kBytes : 0, packet.payload_bytes,
                      left);
  core_.translator->close(qp.placing);
}

// ib-facts 6: the first 40 bytes of the buffer are for the GRH whether or not one came.
Outcome UnreliableResponder::handle_datagram(QueuePair& qp, const Packet& packet, Ticks& left) {
  const Bth bth = Bth::decode(bth_bytes(packet));
  const OpcodeInfo& info = opcode_info(bth.opcode);
  const WqeSearch search = core_.delivery->find_wqe(qp, info);
  if (search == WqeSearch::kSearching) return Outcome::kStalled;
  constexpr auto kGrhBytes = static_cast<std::uint32_t>(Grh::kBytes);
  const std::uint32_t total = kGrhBytes + packet.payload_bytes;
  const bool fits = search == WqeSearch::kFound && total <= qp.receiving->bytes;
  if (!fits) {
    ++core_.counters.packets_dropped_unreliable;
    return Outcome::kDone;
  }
  const bool has_grh = lnh(packet) == Lnh::kGlobal;
  const std::uint32_t first = has_grh ? 0 : kGrhBytes;
  const Placed placed = core_.delivery->reach_send(qp, first, total - first);
  if (placed == Placed::kWaiting) return Outcome::kStalled;
  if (placed == Placed::kYes) put_datagram(qp, packet, left);
  if (placed == Placed::kYes) {
    core_.delivery->complete(qp, packet, bth, total);
  } else {
    core_.delivery->fail_receive(qp, CqeSyndrome::kLocalProtection);
    core_.flusher->enter_error(qp);
  }
  return Outcome::kDone;
}

}  // namespace ib::hca
