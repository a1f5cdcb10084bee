// SPDX-License-Identifier: Apache-2.0
#include "models/hca/receiver.h"

#include <algorithm>

#include "models/hca/congestion_control.h"
#include "models/hca/context_loader.h"
#include "models/hca/event_writer.h"
#include "models/hca/hca_management.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::hca {
namespace {

constexpr std::uint16_t kPKeyValue = 0x7FFF;
constexpr std::uint16_t kFullMember = 0x8000;

/// ib-facts 6: low 15 bits equal and not zero, and at least one side a full member.
bool p_keys_match(PKey a, PKey b) {
  const unsigned value = a.value() & kPKeyValue;
  return value != 0 && value == (b.value() & kPKeyValue) &&
         ((a.value() | b.value()) & kFullMember) != 0;
}

/// A peer that has migrated sends by the other path (IBTA Vol 1, 17.2.8).
bool comes_by_alternate(const QueuePair& qp, const Packet& packet) {
  const AlternatePath& path = qp.context.attributes.alternate;
  return path.dlid != 0 && packet.slid.value() == path.dlid &&
         packet.slid.value() != qp.context.attributes.dlid &&
         Bth::decode(bth_bytes(packet)).mig_req;
}

/// The queue pair receives, and packets of this service from this sender are for it.
bool is_for(const QueuePair& qp, const Packet& packet) {
  if (!can_receive(qp.context.state) || qp.datagrams) return false;
  const OpcodeInfo& info = opcode_info(packet);
  const bool notifies = info.transport == Transport::kCnp;
  if (!notifies && info.transport != transport_of(qp.context.type)) return false;
  const bool wrong_end =
      !notifies && is_xrc(qp.context.type) && info.is_response() != has_send_queue(qp.context.type);
  if (wrong_end) return false;
  return qp.context.type == QpType::kUd || packet.slid.value() == qp.context.attributes.dlid ||
         comes_by_alternate(qp, packet);
}

}  // namespace

void Receiver::arrive() {
  const Cycle stages = Cycle{core_.config.receive_cycles} + core_.config.context_cycles;
  for (link::Slot slot = core_.port.receive(core_.now()); slot != link::kNoSlot;
       slot = core_.port.receive(core_.now())) {
    const Cycle earliest = core_.store[slot].tail + stages;
    next_slot_ = std::max(next_slot_, earliest);
    arriving_.push(next_slot_, slot);
    core_.wake(next_slot_, Phase::kDecide, Engine::kReceiver);
    next_slot_ += core_.config.receive_interval_cycles;
  }
  core_.events->note_port();  // data from a peer that is active takes Armed to Active
}

void Receiver::decide() {
  while (arriving_.next() <= core_.now()) steer(arriving_.pop());
}

bool Receiver::well_formed(Packet& packet) {
  if (core_.machines.packet_parser != nullptr) return reread(*core_.machines.packet_parser, packet);
  if (is_raw(lnh(packet))) return false;
  const std::size_t bth = bth_offset(packet);
  if (packet.header_bytes < bth + Bth::kBytes) return false;
  const OpcodeInfo& info = opcode_info(packet);
  return info.valid && packet.header_bytes == bth + Bth::kBytes + info.extension_bytes;
}

QueuePair* Receiver::addressee(const Packet& packet, const Bth& bth) {
  const bool by_context = opcode_info(packet).has(Extension::kRdeth);
  QueuePair* const qp = core_.qps.find(
      by_context ? extension<Rdeth>(packet, Extension::kRdeth).ee_context : bth.dest_qp.value());
  if (!core_.answers_to(packet.dlid) || qp == nullptr || !is_for(*qp, packet)) {
    ++core_.counters.packets_misdirected;
    return nullptr;
  }
  if (!keys_match(*qp, packet, bth)) return nullptr;
  if (comes_by_alternate(*qp, packet) &&
      qp->context.attributes.migration != MigrationState::kArmed) {
    core_.events->raise(EventType::kPathMigrationFailed, qp->number);
    ++core_.counters.packets_misdirected;
    return nullptr;
  }
  follow_path(*qp, bth);
  return qp;
}

void Receiver::follow_path(QueuePair& qp, const Bth& bth) {
  const bool notifies = opcode_info(bth.opcode).transport == Transport::kCnp;
  if (qp.context.type == QpType::kUd || notifies) return;
  const bool migrates = qp.migration.on_packet(bth.mig_req);
  qp.context.attributes.migration = qp.migration.state();
  if (migrates) core_.requester->migrate(qp);
}

bool Receiver::keys_match(const QueuePair& qp, const Packet& packet, const Bth& bth) {
  const QpAttributes& path = qp.context.attributes;
  const std::uint16_t index =
      comes_by_alternate(qp, packet) ? path.alternate.pkey_index : path.pkey_index;
  if (!p_keys_match(bth.p_key, core_.p_keys[index])) {
    ++core_.counters.p_key_violations;
    if (core_.management != nullptr) core_.management->bad_key(TrapNumber::kBadPKey, packet);
    return false;
  }
  const bool datagram = opcode_info(packet).transport == Transport::kUd;
  if (datagram &&
      extension<Deth>(packet, Extension::kDeth).q_key.value() != qp.context.attributes.q_key) {
    ++core_.counters.q_key_violations;
    if (core_.management != nullptr) core_.management->bad_key(TrapNumber::kBadQKey, packet);
    return false;
  }
  return true;
}

// IBTA Vol 1, 10.5: every member of the group gets a copy; the last takes the packet itself.
void Receiver::deliver_multicast(link::Slot slot) {
  const Packet& packet = core_.store[slot].packet;
  const Bth bth = Bth::decode(bth_bytes(packet));
  members_.clear();
  if (lnh(packet) == Lnh::kGlobal) {
    const Grh grh = Grh::decode(packet.header.data() + Lrh::kBytes);
    core_.multicast.for_each(grh.dgid, [&](std::uint32_t qpn) {
      QueuePair* const qp = core_.qps.find(qpn);
      if (qp != nullptr && is_for(*qp, packet) && keys_match(*qp, packet, bth)) {
        members_.push_back(qp);
      }
    });
  }
  if (members_.empty()) {
    ++core_.counters.packets_misdirected;
    done(slot, core_.now());
    return;
  }
  for (std::size_t i = 0; i + 1 < members_.size(); ++i) {
    const link::Slot copy = core_.store.allocate();
    core_.store[copy].packet = core_.store[slot].packet;
    core_.store[copy].blocks = 0;  // the receive buffer is the packet's own
    give(*members_[i], copy);
  }
  give(*members_.back(), slot);
}

// Raw packets have neither P_Key nor queue pair: the one made for their kind takes them.
void Receiver::take_raw(link::Slot slot) {
  const Packet& packet = core_.store[slot].packet;
  const std::size_t kind = lnh(packet) == Lnh::kRawIpv6 ? 0 : 1;
  QueuePair* const qp = core_.qps.find(core_.raw_qps[kind]);
  const bool here = core_.answers_to(packet.dlid) || is_multicast(packet.dlid);
  if (!here || qp == nullptr || !can_receive(qp->context.state)) {
    ++core_.counters.packets_misdirected;
    done(slot, core_.now());
    return;
  }
  ++qp->traffic.packets_received;
  qp->traffic.bytes_received += packet.wire_bytes;
  core_.responder->receive(*qp, slot);
}

void Receiver::steer(link::Slot slot) {
  const link::StoredPacket& stored = core_.store[slot];
  ++core_.counters.packets_received;
  if (stored.bad) {
    core_.port.log_drop(stored.packet, DropReason::kVcrc, core_.now());
    done(slot, core_.now());
    return;
  }
  if (stored.packet.icrc_error != 0) {
    ++core_.counters.icrc_errors;
    core_.port.log_drop(stored.packet, DropReason::kIcrc, core_.now());
    done(slot, core_.now());
    return;
  }
  if (is_raw(lnh(stored.packet))) {
    take_raw(slot);
    return;
  }
  if (!well_formed(core_.store[slot].packet)) {
    ++core_.counters.packets_malformed;
    core_.port.log_drop(stored.packet, DropReason::kMalformed, core_.now());
    done(slot, core_.now());
    return;
  }
  if (core_.management != nullptr && core_.management->take(stored)) {
    done(slot, core_.now());
    return;
  }
  if (is_multicast(stored.packet.dlid)) {
    deliver_multicast(slot);
    return;
  }
  QueuePair* const qp = addressee(stored.packet, Bth::decode(bth_bytes(stored.packet)));
  if (qp == nullptr) {
    done(slot, core_.now());
  } else if (!qp->awaiting.empty() || !contexts_ready(*qp, stored.packet)) {
    qp->awaiting.push(slot);
  } else {
    give(*qp, slot);
  }
}

bool Receiver::contexts_ready(const QueuePair& qp, const Packet& packet) {
  const ContextWaiter waiter{ContextWaiter::Stage::kPacket, qp.number};
  if (!core_.contexts->ready(ContextKind::kQp, qp.number, waiter)) return false;
  const OpcodeInfo& info = opcode_info(packet);
  std::uint32_t key = 0;
  if (info.has(Extension::kReth)) {
    key = extension<Reth>(packet, Extension::kReth).r_key.value();
  } else if (info.has(Extension::kAtomicEth)) {
    key = extension<AtomicEth>(packet, Extension::kAtomicEth).r_key.value();
  }
  return !core_.protection.exists(key) ||
         core_.contexts->ready(ContextKind::kMkey, Protection::index_of(key), waiter);
}

void Receiver::context_came(std::uint32_t qpn) {
  QueuePair* const qp = core_.qps.find(qpn);
  if (qp == nullptr) return;
  while (!qp->awaiting.empty()) {
    if (!contexts_ready(*qp, core_.store[qp->awaiting.front()].packet)) return;
    give(*qp, qp->awaiting.pop());
  }
}

void Receiver::drop_awaiting(QueuePair& qp) {
  while (!qp.awaiting.empty()) done(qp.awaiting.pop(), core_.now());
}

void Receiver::give(QueuePair& qp, link::Slot slot) {
  const Packet& packet = core_.store[slot].packet;
  if (core_.congestion->receive(qp, packet)) {
    done(slot, core_.now());
    return;
  }
  ++qp.traffic.packets_received;
  qp.traffic.bytes_received += packet.wire_bytes;
  if (opcode_info(packet).is_response()) {
    core_.requester->receive(qp, slot);
  } else {
    core_.responder->receive(qp, slot);
  }
}

void Receiver::done(link::Slot slot, Cycle when) {
  const Buffer buffer{slot->in_vl, slot->blocks};
  core_.store.release(slot);
  if (buffer.blocks == 0) return;
  if (when <= core_.now() && releasing_.empty()) {
    core_.port.release(buffer.vl, buffer.blocks, core_.now());
    return;
  }
  // Data leaves in order, so buffers are freed in order too.
  last_release_ = std::max({last_release_, when, core_.now() + 1});
  releasing_.push(last_release_, buffer);
  core_.wake(last_release_, Phase::kRelease, Engine::kReceiver);
}

void Receiver::release_buffers() {
  while (releasing_.next() <= core_.now()) {
    const Buffer buffer = releasing_.pop();
    core_.port.release(buffer.vl, buffer.blocks, core_.now());
  }
}

}  // namespace ib::hca
