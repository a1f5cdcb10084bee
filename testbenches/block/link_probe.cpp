// SPDX-License-Identifier: Apache-2.0
#include "testbenches/block/link_probe.h"

#include <utility>

#include "models/ib/packet/packet_builder.h"

namespace ib::tb {
namespace {

constexpr unsigned kPort = 0;
constexpr std::uint32_t kOverhead =
    Lrh::kBytes + Bth::kBytes + Deth::kBytes + kIcrcBytes + kVcrcBytes;

link::PortPlace place() {
  link::PortPlace place;
  place.tx_buffer_blocks = 1u << 20;
  return place;
}

}  // namespace

Packet test_packet(Lid dlid, std::uint32_t wire_bytes, Sl sl, Vl vl) {
  Packet packet;
  Lrh lrh;
  lrh.dlid = dlid;
  lrh.sl = sl;
  lrh.vl = vl;
  Bth bth;
  bth.opcode = 0x64;  // UD SEND Only
  PacketBuilder{packet}.lrh(lrh).bth(bth).add(Deth{}).finish(
      static_cast<std::uint16_t>(wire_bytes - kOverhead), Payload::synthetic(1));
  return packet;
}

LinkProbe::LinkProbe(const sc_core::sc_module_name& name, const link::LinkConfig& link,
                     LinkRate rate, double core_clock_mhz)
    : Chip(name, Clock::from_mhz(core_clock_mhz), 1, 64),
      port_(*this, store_, place(), link, rate) {}

void LinkProbe::send_at(Cycle when, Packet packet, bool bad) {
  packet.id = {index(), sequence_++};
  orders_.insert({when, Order{std::move(packet), bad}});
  agenda_.wake(when, Phase::kDecide, kPort);
}

void LinkProbe::release_all_at(Cycle when) {
  release_all_ = when;
  agenda_.wake(when, Phase::kRelease, kPort);
}

void LinkProbe::take_down_at(Cycle when, bool disable) {
  downs_.insert({when, disable});
  agenda_.wake(when, Phase::kDecide, kPort);
}

void LinkProbe::advance(Ticks limit) {
  take_announced([this](unsigned) { port_.arm(); });
  agenda_.run_before(clock_.at_or_after(limit), [this](Phase phase, unsigned) { handle(phase); });
}

void LinkProbe::handle(Phase phase) {
  switch (phase) {
    case Phase::kArrive:
      arrive();
      break;
    case Phase::kRelease:
      consume();
      break;
    case Phase::kDecide:
      take_down_due();
      send_due();
      break;
    case Phase::kLaunch:
      (void)port_.launch(agenda_.now());
      break;
  }
}

void LinkProbe::arrive() {
  for (;;) {
    const link::Slot slot = port_.receive(agenda_.now());
    if (slot == link::kNoSlot) return;
    const link::StoredPacket& stored = store_[slot];
    arrivals_.push_back({stored.packet, stored.head, stored.tail, stored.bad});
    agenda_.wake(stored.tail, Phase::kRelease, kPort);
    arriving_.push(slot);
  }
}

void LinkProbe::consume() {
  const Cycle now = agenda_.now();
  if (holds_ && now < release_all_) return;
  while (!arriving_.empty() && store_[arriving_.front()].tail <= now) {
    const link::Slot slot = arriving_.pop();
    const link::StoredPacket& stored = store_[slot];
    port_.release(stored.in_vl, stored.blocks, now);
    store_.release(slot);
  }
}

void LinkProbe::take_down_due() {
  while (!downs_.empty() && downs_.begin()->first <= agenda_.now()) {
    (void)port_.set_state(PortState::kDown, downs_.begin()->second);
    downs_.erase(downs_.begin());
  }
}

void LinkProbe::send_due() {
  const Cycle now = agenda_.now();
  while (!orders_.empty() && orders_.begin()->first <= now) {
    Order& order = orders_.begin()->second;
    const link::Slot slot = store_.allocate();
    link::StoredPacket& stored = store_[slot];
    stored.packet = std::move(order.packet);
    stored.bad = order.bad;
    stored.tail = order.bad ? kNoCycle : now;
    port_.enqueue(slot, now, now);
    orders_.erase(orders_.begin());
  }
}

}  // namespace ib::tb
