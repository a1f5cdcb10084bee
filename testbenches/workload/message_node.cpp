// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/message_node.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "models/ib/base/random.h"
#include "models/ib/packet/opcode.h"
#include "models/ib/packet/packet_builder.h"
#include "models/ib/packet/packet_codec.h"
#include "models/link/single_port.h"

namespace ib::tb {
namespace {

constexpr unsigned kPort = 0;
constexpr std::uint32_t kOverhead = Lrh::kBytes + Bth::kBytes + kIcrcBytes + kVcrcBytes;
constexpr std::uint32_t kStagedPackets = 2;

std::uint32_t blocks_of_packet(std::uint32_t payload, const link::LinkConfig& link) {
  const std::uint32_t bytes = payload + kOverhead + ImmDt::kBytes;
  return blocks(bytes - (link.count_vcrc_in_blocks ? 0 : 2), link.block_bytes);
}

link::PortPlace place(std::uint32_t tx_buffer_blocks) {
  link::PortPlace place;
  place.tx_buffer_blocks = tx_buffer_blocks;
  place.receive_whole = true;
  return place;
}

std::uint8_t operation(bool first, bool last, bool tagged) {
  if (tagged) return first ? op::kSendOnlyImm : op::kSendLastImm;
  if (first) return last ? op::kSendOnly : op::kSendFirst;
  return last ? op::kSendLast : op::kSendMiddle;
}

bool is(std::uint8_t bth_opcode, std::uint8_t first, std::uint8_t second) {
  return bth_opcode == opcode(Transport::kUc, first) ||
         bth_opcode == opcode(Transport::kUc, second);
}

}  // namespace

MessageNode::MessageNode(const sc_core::sc_module_name& name, std::uint32_t index, Lid lid,
                         std::uint32_t mtu_bytes, const link::LinkConfig& link, LinkRate rate,
                         double core_clock_mhz)
    : Chip(name, Clock::from_mhz(core_clock_mhz), 1, 256),
      end_index_(index),
      mtu_bytes_(mtu_bytes),
      packet_blocks_(blocks_of_packet(mtu_bytes, link)),
      lid_(lid),
      port_(*this, store_, place(kStagedPackets * packet_blocks_), link, rate) {}

void MessageNode::post(const Message& message) {
  queue_.push({message, 0});
  if (!deciding_) agenda_.wake(agenda_.now(), Phase::kDecide, kPort);
}

void MessageNode::post_first(const Message& message) {
  assert(message.bytes <= mtu_bytes_);
  first_.push({message, 0});
  if (!deciding_) agenda_.wake(agenda_.now(), Phase::kDecide, kPort);
}

void MessageNode::wake_at(Ticks when) {
  if (when >= wake_) return;
  wake_ = when;
  const Cycle cycle = std::max(clock_.at_or_after(when), agenda_.now());
  if (deciding_ && cycle == agenda_.now()) return;
  agenda_.wake(cycle, Phase::kDecide, kPort);
}

void MessageNode::start_of_simulation() {
  port_.bring_up();
  agenda_.wake(0, Phase::kDecide, kPort);
}

void MessageNode::begin_program() {
  if (!started_) agenda_.wake(agenda_.now() + 1, Phase::kDecide, kPort);
}

void MessageNode::advance(Ticks limit) {
  link::advance_single_port(
      *this, port_, limit, [this] { consume(); }, [this] { decide(); });
}

void MessageNode::decide() {
  deciding_ = true;
  if (!started_ && program() != nullptr) {
    started_ = true;
    program()->start(*this);
  }
  bool room = true;
  do {
    while (wake_ <= now()) {
      wake_ = kNever;
      program()->woke(*this);
    }
    room = true;
    while (room && !first_.empty()) room = send_packet(first_);
    while (room && !queue_.empty() && first_.empty()) room = send_packet(queue_);
  } while (wake_ <= now() || (room && waiting() > 0));
  deciding_ = false;
}

// False when the port has no room for the next packet.
bool MessageNode::send_packet(Ring<Outgoing>& queue) {
  const Cycle now = agenda_.now();
  Outgoing& out = queue.front();
  const Lid dlid = (*lids_)[out.message.to];
  const bool routed = path_sls_ != nullptr && dlid.value() < path_sls_->size();
  const Sl sl = routed ? (*path_sls_)[dlid.value()] : Sl{0};
  const Vl vl{static_cast<std::uint8_t>(sl.value() % port_.config().data_vls)};
  if (port_.tx_free_blocks(vl, now) < packet_blocks_) {
    port_.want_room(now);
    return false;
  }
  const std::uint64_t left = out.message.bytes - out.done;
  const auto bytes = static_cast<std::uint16_t>(std::min<std::uint64_t>(left, mtu_bytes_));
  const bool last = bytes == left;
  const link::Slot slot = store_.allocate();
  link::StoredPacket& stored = store_[slot];
  stored.bad = false;
  stored.tail = now;
  stored.packet.vl = vl;
  make_packet(stored.packet, out, bytes, last, sl);
  port_.enqueue(slot, now, now);
  out.done += bytes;
  if (last) {
    const Message message = out.message;
    queue.pop();
    program()->sent(*this, message);
  }
  return true;
}

void MessageNode::make_packet(Packet& packet, const Outgoing& out, std::uint16_t bytes, bool last,
                              Sl sl) {
  packet.id = {end_index_, sequence_};
  packet.tag = out.message.tag;
  Lrh lrh;
  lrh.slid = lid_;
  lrh.dlid = (*lids_)[out.message.to];
  lrh.sl = sl;
  lrh.vl = packet.vl;
  Bth bth;
  const auto qp = queue_pairs_.empty() ? queue_pairs_.end() : queue_pairs_.find(out.message.to);
  const bool tagged = last && qp != queue_pairs_.end();
  bth.opcode = opcode(Transport::kUc, operation(out.done == 0, last, tagged));
  bth.dest_qp = qp != queue_pairs_.end() ? qp->second : kMessageQp;
  Psn& psn = psn_to_[out.message.to];
  bth.psn = psn;
  psn = psn.plus(1);
  PacketBuilder builder{packet};
  builder.lrh(lrh).bth(bth);
  if (tagged) builder.add(ImmDt{static_cast<std::uint32_t>(out.message.tag)});
  Payload payload = Payload::synthetic(mix64(end_index_, sequence_));
  if (qp != queue_pairs_.end()) {
    Payload real = Payload::real(*payloads_);
    payload.copy_to(real.writable(), 0, bytes);
    payload = std::move(real);
  }
  builder.finish(bytes, std::move(payload));
  ++sequence_;
}

void MessageNode::consume() {
  const Cycle now = agenda_.now();
  for (;;) {
    const link::Slot slot = port_.receive(now);
    if (slot == link::kNoSlot) break;
    const link::StoredPacket& stored = store_[slot];
    port_.release(stored.in_vl, stored.blocks, now);
    ++received_packets_;
    if (stored.bad || stored.packet.icrc_error != 0) {
      ++bad_packets_;
      const DropReason reason = stored.bad ? DropReason::kVcrc : DropReason::kIcrc;
      port_.log_drop(stored.packet, reason, now);
    } else {
      take(stored.packet, clock_.edge(stored.tail));
    }
    store_.release(slot);
  }
}

void MessageNode::take(const Packet& packet, Ticks at) {
  const Bth bth = Bth::decode(bth_bytes(packet));
  const bool tagged = is(bth.opcode, op::kSendOnlyImm, op::kSendLastImm);  // by an HCA
  const bool first = is(bth.opcode, op::kSendOnly, op::kSendFirst) ||
                     is(bth.opcode, op::kSendOnlyImm, op::kSendOnlyImm);
  const bool last = tagged || is(bth.opcode, op::kSendOnly, op::kSendLast);
  const std::uint64_t tag =
      tagged ? ImmDt::decode(bth_bytes(packet) + Bth::kBytes).data : packet.tag;
  const Piece piece{bth.psn, packet.payload_bytes, first, last, tag};
  Incoming& in = from_[packet.id.source];
  if (piece.psn != in.next_psn) {
    ++out_of_order_;
    in.early.push_back(piece);
    return;
  }
  assemble(in, packet.id.source, piece, at);
  for (bool found = true; found && !in.early.empty();) {
    const auto next = std::find_if(in.early.begin(), in.early.end(),
                                   [&in](const Piece& each) { return each.psn == in.next_psn; });
    found = next != in.early.end();
    if (!found) break;
    const Piece waiting = *next;
    in.early.erase(next);
    assemble(in, packet.id.source, waiting, at);
  }
}

void MessageNode::assemble(Incoming& in, std::uint32_t from, const Piece& piece, Ticks at) {
  in.next_psn = in.next_psn.plus(1);
  const bool only = piece.first && piece.last;  // may come between those of a long message
  if (!only) in.bytes += piece.bytes;
  if (!piece.last) return;
  const Arrival arrival{from, only ? piece.bytes : std::exchange(in.bytes, 0), piece.tag, at};
  program()->arrived(*this, arrival);
}

}  // namespace ib::tb
