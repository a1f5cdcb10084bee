// SPDX-License-Identifier: Apache-2.0
#include "models/link/port.h"

#include <algorithm>
#include <string>

#include "models/ib/packet/flow_control.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::link {
namespace {

constexpr unsigned kVl15Index = 15;

constexpr std::uint16_t bit(unsigned vl) { return static_cast<std::uint16_t>(1u << vl); }

}  // namespace

Port::Port(Chip& chip, PacketStore& store, PortPlace place, const LinkConfig& config, LinkRate rate)
    : chip_(chip),
      store_(store),
      place_(place),
      byte_ticks_(byte_ticks(rate)),
      block_round_(config.block_bytes - 1 - (config.count_vcrc_in_blocks ? 0 : 2)),
      block_shift_(static_cast<std::uint8_t>(__builtin_ctz(config.block_bytes))),
      data_vls_(static_cast<std::uint8_t>(config.data_vls)),
      framing_bytes_(static_cast<std::uint8_t>(config.framing_bytes)),
      mtu_bytes_(static_cast<std::uint16_t>(config.mtu_bytes)),
      endpoint_(chip, place.entity, ("port" + std::to_string(place.number)).c_str()),
      operational_vls_(config.data_vls),
      tables_(arbitration_tables(config)),
      arbiter_(tables_),
      pool_(place.rx_pool_blocks),
      rate_(rate),
      config_(config) {
  only_vl0_ = nothing_to_arbitrate();
  for (unsigned vl = 0; vl < data_vls_; ++vl) {
    lanes_[vl].rx = CreditReceiver{config_.rx_buffer_blocks};
  }
  // A symbol is one byte on every lane (ib-facts 3.3).
  const Ticks symbol = byte_ticks_ * lanes(rate.width);
  fc_interval_ = chip_.clock().cycles_covering(ticks_from_ns(config_.fc_interval_ns));
  fc_heartbeat_ = chip_.clock().cycles_covering(symbol * config_.fc_heartbeat_symbols);
  fc_watchdog_ = chip_.clock().cycles_covering(symbol * config_.fc_watchdog_symbols);
}

void Port::bring_up() {
  if (!endpoint_.plugged()) return;
  plain_ = vcrc_ == nullptr && place_.rx_pool_blocks == 0 && !chip_.observed();
  comes_up_active_ = config_.start_active;
  fc_beat_ = fc_heartbeat_ > 0 ? fc_heartbeat_ : kNoCycle;
  if (config_.training != TrainingMode::kNone) prepare_training();
  if (trains_) return;
  state_.phy_up();
  if (comes_up_active_) activate();
  fc_due_ = static_cast<std::uint16_t>(bit(data_vls_) - 1);
  wake_launch(0);
  if (fc_beat_ != kNoCycle) wake_launch(fc_beat_);
}

// --- receive -----------------------------------------------------------------------------------

void Port::arm() {
  if (armed_ || endpoint_.arrivals().empty()) return;
  armed_ = true;
  LinkArrival& first = endpoint_.arrivals().front();
  set_due(first);
  chip_.agenda().wake(first.due, Phase::kArrive, place_.entity);
}

DropReason Port::refusal(const StoredPacket& stored) {
  const unsigned vl = stored.packet.vl.value();
  if (vl == kVl15Index) {
    if (!state_.passes_vl15()) return DropReason::kPortState;
    if (vl15_held_ < config_.vl15_buffer_packets) return DropReason::kNone;
    ++counters_.vl15_dropped;
    return DropReason::kVl15Overflow;
  }
  const bool recovers = state_.state() == PortState::kActDefer;  // and receives all the same
  if (!state_.accepts_data() && !recovers) return DropReason::kPortState;
  if (vl >= data_vls_) {
    ++counters_.rcv_errors;
    return DropReason::kMalformed;
  }
  if (lanes_[vl].rx.has_room(stored.blocks)) return DropReason::kNone;
  ++counters_.buffer_overruns;
  note_overrun(chip_.agenda().now());
  return DropReason::kBufferOverrun;
}

Slot Port::store_unusual(LinkArrival& arrival) {
  StoredPacket& stored = *arrival.transfer.stored;
  const DropReason reason = refusal(stored);
  if (reason != DropReason::kNone) {
    log_drop(stored.packet, reason, arrival.due);
    return kNoSlot;
  }
  set_times(stored, arrival);
  const bool bad_end = arrival.transfer.bad_end;
  stored.bad = stored.packet.corrupted || bad_end;
  if (vcrc_ != nullptr) stored.bad = !vcrc_matches(stored.packet);
  if (stored.in_vl == kVl15Index) {
    ++vl15_held_;
  } else {
    if (!state_.sends_data()) wake_launch(std::max(chip_.agenda().now(), line_free_cycle_));
    state_.data_packet_arrived();
    lanes_[stored.in_vl].rx.received(stored.blocks);
    if (place_.rx_pool_blocks != 0) lend(stored.in_vl, stored.blocks);
    if (stored.bad) bad_arrivals_.push_back({stored.tail, stored.in_vl, stored.blocks});
  }
  if (bad_end || stored.bad) {
    count_bad(bad_end);
  } else {
    count_good(stored);
  }
  if (chip_.observed()) {
    PortEvent& event =
        chip_.log(chip_.clock().edge(stored.head), place_.number, EventKind::kReceive);
    event.packet = stored.packet;
    event.bad_end = bad_end;
  }
  return store_.take_over(arrival.transfer.stored);
}

bool Port::vcrc_matches(const Packet& packet) {
  std::array<std::uint8_t, kMaxWireBytes> wire;
  return run_packet(*vcrc_, wire.data(), serialize(packet, wire.data())).match;
}

void Port::generate_vcrc(Packet& packet) {
  std::array<std::uint8_t, kMaxWireBytes> wire;
  const std::size_t count = serialize(packet, wire.data()) - kVcrcBytes;
  packet.vcrc = run_packet(*vcrc_, wire.data(), count).crc.value_or(0);
  packet.vcrc_known = true;
}

void Port::count_bad(bool bad_end) {
  if (bad_end) {
    ++counters_.rcv_remote_physical_errors;
    return;
  }
  ++counters_.rcv_errors;
  note_physical_error();
}

// A packet counts in ABR from its first word on, which changes no credit limit, and leaves it again
// at its tail when that shows a bad VCRC (ib-facts 3.2).
void Port::withdraw_bad(Cycle now) {
  const auto due = [now](const Withdrawal& w) { return w.tail <= now; };
  for (const Withdrawal& w : bad_arrivals_) {
    if (due(w)) lanes_[w.vl].rx.withdraw(w.blocks);
  }
  bad_arrivals_.erase(std::remove_if(bad_arrivals_.begin(), bad_arrivals_.end(), due),
                      bad_arrivals_.end());
}

void Port::take_flow_control(const LinkTransfer& transfer, Cycle now) {
  if (!state_.passes_vl15() && !hear_packet()) return;
  if (transfer.corrupted || transfer.fc_op > 1 || transfer.fc_vl >= data_vls_) {
    ++counters_.rcv_flow_control_errors;
    if (transfer.corrupted) note_physical_error();
    return;
  }
  ++counters_.rcv_flow_control;
  withdraw_bad(now);
  const unsigned vl = transfer.fc_vl;
  lanes_[vl].fc_seen = now;
  lanes_[vl].tx.on_flow_control(transfer.fc_fccl);
  if (lanes_[vl].rx.on_fctbs(transfer.fc_fctbs) != 0) flow_control_due(vl, now);
  if ((queued_vls_ & bit(vl)) != 0) wake_launch(std::max(now, line_free_cycle_));
}

// --- transmit ----------------------------------------------------------------------------------

void Port::enqueue(Slot slot, Cycle now, Cycle eligible) {
  StoredPacket& stored = store_[slot];
  const unsigned vl = stored.packet.vl.value();
  stored.blocks = static_cast<std::uint16_t>(blocks_of(stored.packet));
  stored.eligible = eligible;
  stored.queued = now;
  lanes_[vl].queue.push(slot);
  lanes_[vl].used_blocks += stored.blocks;
  queued_vls_ |= bit(vl);
  wake_launch(std::max(eligible, line_free_cycle_));
  if (!stored.bad) return;
  ++bad_queued_;
  if (stored.tail != kNoCycle) wake_launch(std::max({now, stored.tail, line_free_cycle_}));
}

Slot Port::drop_head(Vl vl, Cycle now) {
  const Slot slot = pop_head(vl.value(), now);
  lanes_[vl.value()].used_blocks -= store_[slot].blocks;
  // The transmitter looks at no other packet in this cycle.
  for (unsigned vls = queued_vls_; vls != 0; vls &= vls - 1) {
    StoredPacket& next = *lanes_[static_cast<unsigned>(__builtin_ctz(vls))].queue.front();
    next.eligible = std::max(next.eligible, now + 1);
    if (next.bad) next.tail = std::max(next.tail, now + 1);
  }
  wake_launch(now + 1);
  note_blocked(now, false);
  return slot;
}

inline void Port::send_packet(Vl vl, Cycle now) {
  const Slot slot = pop_head(vl.value(), now);
  sending_blocks_ = slot->blocks;
  sending_vl_ = vl.value();
  if (vl != kVl15) {
    lanes_[vl.value()].tx.sent(slot->blocks);
    flow_control_due(vl.value(), now);
  }
  transmit(slot, now);
}

bool Port::launch(Cycle now) {
  if (!state_.passes_vl15()) return launch_no_packets(now);
  if (now >= fc_beat_) beat(now);
  bool freed = false;
  while (line_free_cycle_ <= now) {
    freed |= finish_transmission(now);
    if (fc_due_ != 0 && fc_earliest_ <= now && send_flow_control(now)) continue;
    if (queued_vls_ == 0) break;
    if (bad_queued_ > 0 && discard_bad_heads(now)) {
      freed |= std::exchange(room_wanted_, false);
      break;
    }
    const std::optional<Vl> vl = next_to_send(now);
    if (!vl) {
      note_blocked(now, starved_vl(now).has_value());
      break;
    }
    note_blocked(now, false);
    send_packet(*vl, now);
  }
  plan_next_launch(now);
  return freed;
}

void Port::beat(Cycle now) {
  fc_beat_ = now + fc_heartbeat_;
  wake_launch(fc_beat_);
  for (unsigned vl = 0; vl < data_vls_; ++vl) flow_control_due(vl, now);
  watch_flow_control(now);
}

// A packet whose VCRC proved bad while it waited has not begun: it is discarded, not sent with EBP.
// One a cycle, in which no packet begins.
bool Port::discard_bad_heads(Cycle now) {
  for (unsigned vls = queued_vls_; vls != 0; vls &= vls - 1) {
    const auto vl = static_cast<unsigned>(__builtin_ctz(vls));
    const StoredPacket& first = store_[lanes_[vl].queue.front()];
    if (!first.bad || first.tail > now) continue;
    const Slot slot = drop_head(Vl{static_cast<std::uint8_t>(vl)}, now);
    log_drop(store_[slot].packet, DropReason::kVcrc, now);
    store_.release(slot);
    return true;
  }
  return false;
}

std::uint16_t Port::sendable(Cycle now) const {
  std::uint16_t mask = 0;
  for (unsigned vls = queued_vls_; vls != 0; vls &= vls - 1) {
    const auto vl = static_cast<unsigned>(__builtin_ctz(vls));
    if (head_may_go(vl, now)) mask |= bit(vl);
  }
  return mask;
}

std::optional<Vl> Port::starved_vl(Cycle now) const {
  for (unsigned vls = queued_vls_ & ~bit(kVl15Index); vls != 0; vls &= vls - 1) {
    const auto vl = static_cast<unsigned>(__builtin_ctz(vls));
    const StoredPacket& first = store_[lanes_[vl].queue.front()];
    if (first.eligible <= now && !lanes_[vl].tx.may_send(first.blocks)) {
      return Vl{static_cast<std::uint8_t>(vl)};
    }
  }
  return std::nullopt;
}

std::optional<Vl> Port::choose(std::uint16_t sendable_mask) {
  if ((sendable_mask & bit(kVl15Index)) != 0) return kVl15;
  const auto blocks_at = [this](Vl vl) {
    return blocks(store_[lanes_[vl.value()].queue.front()].packet.wire_bytes, kVlArbBlockBytes);
  };
  if (machine_ == nullptr) {
    return arbiter_.grant(sendable_mask, blocks_at);
  }
  VlArbiterIn in;
  in.sendable = sendable_mask;
  in.ready = sendable_mask != 0;
  for (unsigned vls = sendable_mask; vls != 0; vls &= vls - 1) {
    const auto vl = static_cast<std::uint8_t>(__builtin_ctz(vls));
    in.blocks[vl] = static_cast<std::uint8_t>(blocks_at(Vl{vl}));
  }
  return machine_->step(in).vl;
}

void Port::log_send(const StoredPacket& stored, Ticks start) {
  PortEvent& event = chip_.log(start, place_.number, EventKind::kSend);
  event.packet = stored.packet;
  event.bad_end = stored.bad;
}

bool Port::send_flow_control(Cycle now) {
  fc_earliest_ = kNoCycle;
  for (unsigned vls = fc_due_; vls != 0; vls &= vls - 1) {
    const auto vl = static_cast<unsigned>(__builtin_ctz(vls));
    if (lanes_[vl].fc_next > now) {
      fc_earliest_ = std::min(fc_earliest_, lanes_[vl].fc_next);
      continue;
    }
    fc_earliest_ = now;  // others may be due as well
    fc_due_ &= static_cast<std::uint16_t>(~bit(vl));
    lanes_[vl].fc_next = now + fc_interval_;
    withdraw_bad(now);
    LinkTransfer transfer;
    transfer.kind = LinkTransfer::Kind::kFlowControl;
    transfer.fc_op = std::exchange(lanes_[vl].fc_started, true) ? 0 : 1;
    transfer.fc_vl = static_cast<std::uint8_t>(vl);
    transfer.fc_fctbs = static_cast<std::uint16_t>(lanes_[vl].tx.fctbs());
    transfer.fc_fccl = static_cast<std::uint16_t>(lanes_[vl].rx.credit_limit());
    transmit(transfer, now);
    return true;
  }
  return false;
}

void Port::transmit(LinkTransfer& flow_control, Cycle now) {
  ++counters_.xmit_flow_control;
  const Ticks start = begin_on_line(kFlowControlBytes, now);
  log_flow_control(flow_control, start);
  endpoint_.send(flow_control, start);
}

void Port::log_flow_control(const LinkTransfer& transfer, Ticks start) {
  if (!chip_.observed()) return;
  PortEvent& event = chip_.log(start, place_.number, EventKind::kSendFlowControl);
  const FlowControl fc{transfer.fc_op, transfer.fc_fctbs, Vl{transfer.fc_vl}, transfer.fc_fccl};
  fc.encode(event.flow_control);
}

void Port::log_drop(const Packet& packet, DropReason reason, Cycle now) {
  if (!chip_.observed()) return;
  PortEvent& event = chip_.log(chip_.clock().edge(now), place_.number, EventKind::kDrop);
  event.packet = packet;
  event.reason = reason;
}

}  // namespace ib::link
