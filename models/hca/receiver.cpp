// SPDX-License-Identifier: Apache-2.0
#include "models/hca/receiver.h"

#include <algorithm>

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
}

void Receiver::decide() {
  while (arriving_.next() <= core_.now()) steer(arriving_.pop());
}

bool Receiver::well_formed(const Packet& packet) const {
  if (is_raw(lnh(packet))) return false;
  const std::size_t bth = bth_offset(packet);
  if (packet.header_bytes < bth + Bth::kBytes) return false;
  const OpcodeInfo& info = opcode_info(packet);
  return info.valid && packet.header_bytes == bth + Bth::kBytes + info.extension_bytes;
}

QueuePair* Receiver::addressee(const Packet& packet, const Bth& bth) {
  QueuePair* const qp = core_.qps.find(bth.dest_qp.value());
  const bool right = packet.dlid == core_.lid && qp != nullptr && can_receive(qp->context.state) &&
                     packet.slid.value() == qp->context.attributes.dlid;
  if (!right) {
    ++core_.counters.packets_misdirected;
    return nullptr;
  }
  if (!p_keys_match(bth.p_key, core_.p_keys[qp->context.attributes.pkey_index])) {
    ++core_.counters.p_key_violations;
    if (core_.management != nullptr) core_.management->bad_p_key(packet);
    return nullptr;
  }
  return qp;
}

void Receiver::steer(link::Slot slot) {
  const link::StoredPacket& stored = core_.store[slot];
  ++core_.counters.packets_received;
  if (stored.bad) {
    core_.port.log_drop(stored.packet, DropReason::kVcrc, core_.now());
    done(slot, core_.now());
    return;
  }
  if (!well_formed(stored.packet)) {
    ++core_.counters.packets_malformed;
    core_.port.log_drop(stored.packet, DropReason::kMalformed, core_.now());
    done(slot, core_.now());
    return;
  }
  if (core_.management != nullptr && core_.management->take(stored)) {
    done(slot, core_.now());
    return;
  }
  const Bth bth = Bth::decode(bth_bytes(stored.packet));
  QueuePair* const qp = addressee(stored.packet, bth);
  if (qp == nullptr) {
    done(slot, core_.now());
    return;
  }
  ++qp->traffic.packets_received;
  qp->traffic.bytes_received += stored.packet.wire_bytes;
  if (opcode_info(bth.opcode).is_response()) {
    core_.requester->receive(*qp, slot);
  } else {
    core_.responder->receive(*qp, slot);
  }
}

void Receiver::done(link::Slot slot, Cycle when) {
  const link::StoredPacket& stored = core_.store[slot];
  const Buffer buffer{stored.in_vl, core_.port.blocks_of(stored.packet)};
  core_.store.release(slot);
  if (when <= core_.now() && releasing_.empty()) {
    core_.port.release(buffer.vl, buffer.blocks, core_.now());
    return;
  }
  // Data leaves in order, so buffers are freed in order too.
  last_release_ = std::max({last_release_, when, core_.now() + 1});
  releasing_.push(last_release_, buffer);
  core_.wake(last_release_, Phase::kRelease, Engine::kBufferRelease);
}

void Receiver::release_buffers() {
  while (releasing_.next() <= core_.now()) {
    const Buffer buffer = releasing_.pop();
    core_.port.release(buffer.vl, buffer.blocks, core_.now());
  }
}

}  // namespace ib::hca
