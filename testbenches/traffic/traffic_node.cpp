// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/traffic_node.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "models/ib/packet/packet_builder.h"
#include "models/link/single_port.h"

namespace ib::tb {
namespace {

constexpr unsigned kPort = 0;  // the one entity; the source works in its decide phase
constexpr std::uint32_t kOverhead = Lrh::kBytes + Bth::kBytes + Deth::kBytes + kIcrcBytes;
constexpr std::size_t kHeaderBytes = Lrh::kBytes + Bth::kBytes + Deth::kBytes;
constexpr std::uint32_t kTailBytes = kVcrcBytes;
constexpr std::uint32_t kStagedPackets = 2;
constexpr Qpn kTrafficQp{0x10};
constexpr QKey kTrafficQKey{0x1EAF};

link::PortPlace place(std::uint32_t tx_buffer_blocks) {
  link::PortPlace place;
  place.tx_buffer_blocks = tx_buffer_blocks;
  place.receive_whole = true;
  return place;
}

std::uint16_t payload_of(std::uint32_t packet_bytes) {
  return static_cast<std::uint16_t>((packet_bytes - kOverhead - kTailBytes) / 4 * 4);
}

std::uint32_t blocks_of_packet(const TrafficConfig& config, const link::LinkConfig& link) {
  const std::uint32_t bytes = payload_of(config.packet_bytes) + kOverhead + kTailBytes;
  return blocks(bytes - (link.count_vcrc_in_blocks ? 0 : 2), link.block_bytes);
}

/// All fields that every packet of a node has alike.
Packet model_packet(Lid slid, std::uint16_t payload_bytes) {
  Packet packet;
  Lrh lrh;
  lrh.slid = slid;
  Bth bth;
  bth.opcode = 0x64;  // UD SEND Only
  bth.dest_qp = kTrafficQp;
  PacketBuilder builder{packet};
  builder.lrh(lrh).bth(bth).add(Deth{kTrafficQKey, kTrafficQp});
  builder.finish(payload_bytes);
  return packet;
}

}  // namespace

TrafficNode::TrafficNode(const sc_core::sc_module_name& name, std::uint32_t source, Lid lid,
                         const TrafficConfig& config, const link::LinkConfig& link, LinkRate rate,
                         std::uint64_t run_seed)
    : Chip(name, Clock::from_mhz(config.core_clock_mhz), 1, 256),
      random_(run_seed, std::string(sc_module::name()) + ".traffic"),
      next_birth_(config.start),
      packet_blocks_(blocks_of_packet(config, link)),
      source_(source),
      data_vls_(link.data_vls),
      lid_(lid),
      payload_bytes_(payload_of(config.packet_bytes)),
      config_(config),
      model_(model_packet(lid, payload_bytes_)),
      port_(*this, store_, place(kStagedPackets * packet_blocks_), link, rate) {
  packet_time_ = port_.wire_time(payload_bytes_ + kOverhead + kTailBytes + link.framing_bytes);
  if (config_.congestion.enabled) {
    congestion_ = std::make_unique<CongestionSource>(config_.congestion, lid);
  }
  if (config_.load < 1) draw_next_birth();
}

void TrafficNode::start_of_simulation() {
  port_.bring_up();
  if (config_.sends && config_.load > 0) {
    agenda_.wake(clock_.at_or_after(next_birth_), Phase::kDecide, kPort);
  }
}

void TrafficNode::advance(Ticks limit) {
  link::advance_single_port(
      *this, port_, limit, [this] { consume(); }, [this] { generate(); });
}

// A full line needs no births; else packets are born by a Poisson process and wait outside the
// port, without limit, until there is room.
void TrafficNode::draw_next_birth() {
  if (config_.load >= 1) return;
  if (config_.slot != 0) {
    const std::uint64_t slots = 1 + random_.geometric(config_.load);
    next_birth_ += config_.slot * static_cast<Ticks>(slots);
    return;
  }
  const double mean = static_cast<double>(packet_time_) / config_.load;
  next_birth_ += static_cast<Ticks>(random_.exponential(mean)) + 1;
}

void TrafficNode::generate() {
  if (congestion_ != nullptr) send_cnps();
  if (!config_.sends) return;
  const Cycle now = agenda_.now();
  const Ticks edge = clock_.edge(now);
  while (next_birth_ <= edge) {
    const std::optional<Sl> sl = choose_sl();
    if (!sl) {
      port_.want_room(now);
      return;
    }
    if (congestion_ != nullptr && held_back(*sl, edge)) return;
    const link::Slot slot = make_packet(*sl);
    store_[slot].packet.tag = static_cast<std::uint64_t>(config_.load >= 1 ? edge : next_birth_);
    store_[slot].tail = now;
    port_.enqueue(slot, now, now);
    if (next_birth_ >= measure_from_) ++statistics_.born;
    draw_next_birth();
  }
  agenda_.wake(clock_.at_or_after(next_birth_), Phase::kDecide, kPort);
}

// Notifications go before data, as soon as there is room.
void TrafficNode::send_cnps() {
  const Cycle now = agenda_.now();
  while (congestion_->has_cnp()) {
    const Packet& cnp = congestion_->cnp();
    if (port_.tx_free_blocks(cnp.vl, now) < port_.blocks_of(cnp)) {
      port_.want_room(now);
      return;
    }
    const link::Slot slot = store_.allocate();
    link::StoredPacket& stored = store_[slot];
    stored.bad = false;
    stored.packet = cnp;
    stored.packet.id = {source_, sequence_++};
    stored.tail = now;
    port_.enqueue(slot, now, now);
    congestion_->cnp_sent();
  }
}

// The injection delay of the last packet has not passed: waits for its end.
bool TrafficNode::held_back(Sl sl, Ticks edge) {
  const Ticks earliest = congestion_->earliest(sl);
  if (earliest > edge) {
    agenda_.wake(clock_.at_or_after(earliest), Phase::kDecide, kPort);
    return true;
  }
  congestion_->sent(sl, packet_time_, edge);
  return false;
}

Vl TrafficNode::vl_of(Sl sl) const {
  const bool own = sl.value() < data_vls_;  // spares most packets the division
  return Vl{static_cast<std::uint8_t>(own ? sl.value() : sl.value() % data_vls_)};
}

// Service levels take turns; a full line goes on with the next that has room, so that the VL
// arbiter always finds packets on all lanes.
std::optional<Sl> TrafficNode::choose_sl() {
  if (path_sls_ != nullptr) return choose_path();
  if (config_.sls == 1) {
    const bool room = port_.tx_free_blocks(Vl{0}, agenda_.now()) >= packet_blocks_;
    return room ? std::optional<Sl>{Sl{0}} : std::nullopt;
  }
  const std::uint32_t tries = config_.load >= 1 ? config_.sls : 1;
  for (std::uint32_t i = 0; i < tries; ++i) {
    const Sl sl{static_cast<std::uint8_t>((next_sl_ + i) % config_.sls)};
    if (port_.tx_free_blocks(vl_of(sl), agenda_.now()) < packet_blocks_) continue;
    next_sl_ = sl.value() + 1u;
    return sl;
  }
  return std::nullopt;
}

std::optional<Sl> TrafficNode::choose_path() {
  if (drawn_ == Lid{}) drawn_ = destination_(random_);
  const Sl sl = drawn_.value() < path_sls_->size() ? (*path_sls_)[drawn_.value()] : Sl{0};
  const bool room = port_.tx_free_blocks(vl_of(sl), agenda_.now()) >= packet_blocks_;
  return room ? std::optional<Sl>{sl} : std::nullopt;
}

link::Slot TrafficNode::make_packet(Sl sl) {
  const link::Slot slot = store_.allocate();
  link::StoredPacket& stored = store_[slot];
  stored.bad = false;
  Packet& packet = stored.packet;
  // Places come back with other packets' fields: all but the rest of `header` is set anew.
  packet.header_bytes = model_.header_bytes;
  std::memcpy(packet.header.data(), model_.header.data(), kHeaderBytes);
  packet.wire_bytes = model_.wire_bytes;
  packet.payload_bytes = model_.payload_bytes;
  packet.slid = lid_;
  packet.vcrc_known = false;
  packet.corrupted = false;
  packet.icrc_error = 0;
  packet.id = {source_, sequence_};
  packet.sl = sl;
  packet.vl = vl_of(sl);
  packet.dlid = drawn_ == Lid{} ? destination_(random_) : drawn_;
  drawn_ = Lid{};
  packet.payload = Payload::synthetic(mix64(source_, sequence_));
  // LRH.VL, LRH.SL, LRH.DLID and BTH.PSN; all else of the headers stays.
  packet.header[0] = static_cast<std::uint8_t>(packet.vl.value() << 4);
  packet.header[1] = static_cast<std::uint8_t>(sl.value() << 4 | (packet.header[1] & 0x0F));
  store_be16(&packet.header[2], packet.dlid.value());
  store_be24(&packet.header[Lrh::kBytes + 9], Psn{static_cast<std::uint32_t>(sequence_)}.value());
  ++sequence_;
  return slot;
}

void TrafficNode::consume() {
  const Cycle now = agenda_.now();
  for (;;) {
    const link::Slot slot = port_.receive(now);
    if (slot == link::kNoSlot) return;
    const link::StoredPacket& stored = store_[slot];
    port_.release(stored.in_vl, stored.blocks, now);
    if (stored.bad || stored.packet.icrc_error != 0) {
      ++statistics_.bad_packets;
      const DropReason reason = stored.bad ? DropReason::kVcrc : DropReason::kIcrc;
      port_.log_drop(stored.packet, reason, now);
    } else if (congestion_ != nullptr && congestion_->take(stored.packet, clock_.edge(now))) {
      ++total_received_;
    } else {
      count(stored);
    }
    store_.release(slot);
    if (congestion_ != nullptr) agenda_.wake(now, Phase::kDecide, kPort);
  }
}

void TrafficNode::count(const link::StoredPacket& stored) {
  ++total_received_;
  const Packet& packet = stored.packet;
  if (packet.id.source >= from_.size()) from_.resize(packet.id.source + 1);
  FromSource& from = from_[packet.id.source];
  // Service levels may overtake each other; one alone keeps its order.
  const bool in_order = config_.sls == 1 || path_sls_ != nullptr;
  if (in_order && packet.id.sequence < from.next_sequence) ++statistics_.out_of_order;
  from.next_sequence = packet.id.sequence + 1;
  const Ticks edge = clock_.edge(stored.tail);
  if (edge < measure_from_) return;
  ++statistics_.received_packets;
  statistics_.received_bytes += packet.wire_bytes;
  from.bytes += packet.wire_bytes;
  ++statistics_.received_by_sl[packet.sl.value()];
  const Ticks delay = edge - static_cast<Ticks>(packet.tag);
  statistics_.delay_sum += delay;
  statistics_.delay_max = std::max(statistics_.delay_max, delay);
}

}  // namespace ib::tb
