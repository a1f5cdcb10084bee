// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/ib/link/credits.h"
#include "models/ib/link/port_state.h"
#include "models/ib/link/vcrc16.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/switching/shared_pool.h"
#include "models/link/error_thresholds.h"
#include "models/link/link_config.h"
#include "models/link/link_trainer.h"
#include "models/link/packet_store.h"
#include "models/link/port_counters.h"
#include "models/link/port_lane.h"
#include "models/link/port_listener.h"
#include "models/link/port_place.h"
#include "tlm/link_endpoint.h"

namespace ib::link {

/// One port of a chip: framing, VCRC, per-VL receive buffers with credits, flow control packets
/// that travel, VL15, the VL arbiter and the counters. Used alike by HCA and switch, which call it
/// in the phases kArrive and kLaunch of its entity and read packets from their own PacketStore.
class alignas(64) Port {
 public:
  Port(Chip& chip, PacketStore& store, PortPlace place, const LinkConfig& config, LinkRate rate);

  /// At the start of simulation: takes the link up to Active, or only to Initialize for a subnet
  /// manager to go on, if a cable is plugged in; at once, or by training.
  void bring_up();
  /// At the start of Chip::advance, when the port's inbox was announced.
  void arm();
  /// Phase kArrive: the next packet due at or before `now`, stored; kNoSlot when there is none.
  /// Flow control packets are taken on the way. The packet's words are available at `head`..`tail`.
  [[nodiscard]] Slot receive(Cycle now) {
    auto& arrivals = endpoint_.arrivals();
    while (!arrivals.empty()) {
      LinkArrival& first = arrivals.front();
      if (first.due == kNoCycle) set_due(first);
      if (first.due > now) {
        chip_.agenda().wake(first.due, Phase::kArrive, place_.entity);
        return kNoSlot;
      }
      const Slot slot = take(first, now);
      arrivals.pop();
      if (slot != kNoSlot) return slot;
    }
    armed_ = false;
    return kNoSlot;
  }
  /// Takes one arrival that is due, for a chip that empties its inboxes itself instead of
  /// `receive`.
  [[nodiscard]] Slot take(LinkArrival& arrival, Cycle now) {
    if (arrival.transfer.kind == LinkTransfer::Kind::kPacket) return store_packet(arrival);
    if (arrival.transfer.kind == LinkTransfer::Kind::kFlowControl) {
      take_flow_control(arrival.transfer, now);
    } else {
      take_line_state(arrival.transfer, now);
    }
    store_.fill(arrival.transfer.stored);
    return kNoSlot;
  }
  /// Works out when an arrival is due.
  void set_due(LinkArrival& arrival) const {
    std::uint32_t awaited = kFlowControlBytes;
    if (arrival.transfer.kind == LinkTransfer::Kind::kPacket) {
      const std::uint32_t all = arrival.transfer.stored->packet.wire_bytes;
      awaited = place_.receive_whole ? all : std::min(kWordBytes, all);
    }
    arrival.due = available(arrival.transfer.first_bit, awaited);
  }
  /// The receive buffer blocks of a packet are free again.
  void release(std::uint8_t in_vl, std::uint32_t block_count, Cycle now) {
    if (in_vl == kVl15.value()) {
      --vl15_held_;
      return;
    }
    lanes_[in_vl].rx.freed(block_count);
    if (place_.rx_pool_blocks != 0) lanes_[in_vl].rx.shrink(pool_.take_back(in_vl, block_count));
    flow_control_due(in_vl, now);
  }

  /// Room left on `vl` for packets to send, at `now`.
  [[nodiscard]] std::uint32_t tx_free_blocks(Vl vl, Cycle now) const {
    // Either is as likely as not: no branch.
    const unsigned sent =
        (sending_vl_ == vl.value() ? 1u : 0u) & (line_free_cycle_ < now ? 1u : 0u);
    const std::uint32_t used = lanes_[vl.value()].used_blocks - sent * sending_blocks_;
    return place_.tx_buffer_blocks - std::min(used, place_.tx_buffer_blocks);
  }
  /// Somebody waits for room: `launch` is to run, and answer true, when some becomes free.
  void want_room(Cycle now) {
    room_wanted_ = true;
    if (line_free_cycle_ >= now) wake_launch(line_free_cycle_);
  }
  /// Queues a packet on the VL its `packet.vl` names; `eligible` is the first cycle it may start.
  void enqueue(Slot slot, Cycle now, Cycle eligible);
  /// Phase kLaunch: sends what can be sent now. True when room that is wanted became free.
  bool launch(Cycle now);
  /// Takes a packet waiting at the head of `vl` out of the queue, to be discarded by the caller.
  /// The packet behind it becomes the head at `now`.
  [[nodiscard]] Slot drop_head(Vl vl, Cycle now);
  [[nodiscard]] Slot head(Vl vl) const { return lanes_[vl.value()].queue.front(); }
  /// VLs with a packet to send, one bit each: `head` has an answer for those.
  [[nodiscard]] std::uint16_t queued_vls() const { return queued_vls_; }
  /// Blocks of `vl` queued, and in transmission at the end of cycle `now`.
  [[nodiscard]] std::uint32_t tx_blocks(Vl vl, Cycle now) const {
    const bool sent = sending_vl_ == vl.value() && line_free_cycle_ <= now;
    return lanes_[vl.value()].used_blocks - (sent ? sending_blocks_ : 0);
  }
  /// Last cycle at or before the time at which the line is free.
  [[nodiscard]] Cycle line_free_cycle() const { return line_free_cycle_; }

  // For a chip that queues and decides elsewhere, such as in RTL: what it decided to send now.

  /// Puts a packet on the line, or a flow control packet, whose fields are set.
  void transmit(Slot slot, Cycle now) {
    StoredPacket& stored = store_[slot];
    ++counters_.xmit_pkts;
    counters_.xmit_data += (stored.packet.wire_bytes - 2u) / 4;
    const Ticks start = begin_on_line(stored.packet.wire_bytes, now);
    if (vcrc_ != nullptr) generate_vcrc(stored.packet);
    LinkTransfer transfer;
    transfer.bad_end = stored.bad;
    transfer.stored = slot;
    stored.packet.corrupted = stored.bad;
    if (chip_.observed()) log_send(stored, start);
    endpoint_.send(transfer, start);
    store_.handed_over(transfer.stored);
  }
  void transmit(LinkTransfer& flow_control, Cycle now);
  /// Whether packets wait and none has credits, for PortXmitWait.
  void note_blocked(Cycle now, bool blocked) {
    if (blocked == (blocked_since_ != kNoCycle)) return;
    if (!blocked) counters_.xmit_wait += static_cast<std::uint64_t>(now - blocked_since_);
    blocked_since_ = blocked ? now : kNoCycle;
  }

  /// Wire time of a packet's bytes, without its delimiters.
  [[nodiscard]] Ticks wire_time(std::uint32_t byte_count) const { return byte_count * byte_ticks_; }
  /// When the line is free for the next packet.
  [[nodiscard]] Ticks line_free() const { return line_free_; }
  [[nodiscard]] std::uint32_t blocks_of(const Packet& packet) const {
    return (packet.wire_bytes + block_round_) >> block_shift_;
  }

  /// Replaces the arbiter by another implementation of the machine, such as the RTL twin.
  void use_arbiter(std::unique_ptr<VlArbiterMachine> machine) { machine_ = std::move(machine); }

  /// Generates the VCRC of every packet sent, and checks it on those received, by this machine.
  void use_vcrc(std::unique_ptr<Vcrc16Machine> machine) {
    vcrc_ = std::move(machine);
    plain_ = false;
  }

  // What a manager sets; defined in port_control.cpp.

  /// PortInfo.PortState: false, and no change, for an illegal step. Down takes the link from both
  /// ends; unless the port is to stay `disabled`, both train and come to Initialize.
  bool set_state(PortState wanted, bool disabled);
  [[nodiscard]] bool is_down() const { return state_.state() == PortState::kDown; }
  [[nodiscard]] bool is_disabled() const { return disabled_; }
  /// Training of the link; null where there is none.
  [[nodiscard]] const LinkTrainer* trainer() const { return trainer_.get(); }
  /// Tables of the arbiter in C++; a machine in its place keeps its own.
  void set_arbitration(const VlArbTables& tables);
  [[nodiscard]] const VlArbTables& arbitration() const { return tables_; }
  /// Data VLs that packets may leave on, up to those there are.
  void set_operational_vls(unsigned count) { operational_vls_ = std::min(count, config_.data_vls); }
  [[nodiscard]] unsigned operational_vls() const { return operational_vls_; }
  void set_neighbor_mtu(Mtu mtu) { mtu_bytes_ = static_cast<std::uint16_t>(bytes(mtu)); }
  /// NeighborMTU: the longest payload that may leave.
  [[nodiscard]] std::uint32_t mtu_bytes() const { return mtu_bytes_; }
  /// PortInfo.LocalPhyErrors and OverrunErrors.
  void set_error_thresholds(std::uint8_t local_phy_errors, std::uint8_t overrun_errors) {
    thresholds_.set(local_phy_errors, overrun_errors);
  }
  /// Who hears of incidents from now on; it outlives the port's last cycle.
  void report_to(PortListener& listener) { listener_ = &listener; }

  [[nodiscard]] PortCounters& counters() { return counters_; }
  [[nodiscard]] const PortCounters& counters() const { return counters_; }
  [[nodiscard]] PortStateMachine& state() { return state_; }
  [[nodiscard]] const PortStateMachine& state() const { return state_; }
  [[nodiscard]] LinkEndpoint& endpoint() { return endpoint_; }
  [[nodiscard]] std::uint16_t number() const { return place_.number; }
  [[nodiscard]] LinkRate rate() const { return rate_; }
  [[nodiscard]] const LinkConfig& config() const { return config_; }
  [[nodiscard]] const CreditReceiver& rx_credits(Vl vl) const { return lanes_[vl.value()].rx; }
  [[nodiscard]] const CreditSender& tx_credits(Vl vl) const { return lanes_[vl.value()].tx; }
  /// The data VL whose head packet waits for credits, if any.
  [[nodiscard]] std::optional<Vl> starved_vl(Cycle now) const;
  /// Logs what became of a packet, for observers.
  void log_drop(const Packet& packet, DropReason reason, Cycle now);

 private:
  /// When the first `byte_count` bytes of what began to arrive at `first_bit` can be used.
  [[nodiscard]] Cycle available(Ticks first_bit, std::uint32_t byte_count) const {
    return chip_.clock().at_or_after(first_bit + wire_time(byte_count)) + place_.receive_cycles;
  }
  void take_flow_control(const LinkTransfer& transfer, Cycle now);
  void take_line_state(const LinkTransfer& transfer, Cycle now);
  /// To Down: what was counted and granted is void.
  void lose_link(Cycle now);
  /// Trains, or tells the peer that there is nothing to train, unless disabled.
  void get_ready(Cycle now);
  void activate();
  void resume_flow_control(Cycle now);
  void tell_peer(LinkTransfer::Kind kind, Cycle now);
  void report(PortIncident what) {
    if (listener_ != nullptr) listener_->incident(place_.number, what);
  }
  void note_physical_error();
  void note_overrun(Cycle now);

  // Defined in port_training.cpp.
  void prepare_training();
  void start_training(Cycle now);
  void note_line_error(Cycle now);
  void retrain(Cycle now);
  void take_ordered_set(const LinkTransfer& transfer, Cycle now);
  void send_ordered_set(Cycle now);
  /// A flow control packet arrives while packets do not pass; false when it is not to be taken.
  [[nodiscard]] bool hear_packet();
  [[nodiscard]] bool launch_no_packets(Cycle now);
  void tick_training(Cycle now);
  /// From Down.
  void link_trained(Cycle now);

  /// VLs whose peer has been silent for too long.
  void watch_flow_control(Cycle now);
  [[nodiscard]] DropReason refusal(const StoredPacket& stored);
  [[nodiscard]] Slot store_packet(LinkArrival& arrival) {
    StoredPacket& stored = *arrival.transfer.stored;
    stored.blocks = static_cast<std::uint16_t>(blocks_of(stored.packet));
    const bool bad = stored.packet.corrupted || arrival.transfer.bad_end;
    const unsigned vl = stored.packet.vl.value();
    if (!plain_ || !state_.sends_data() || bad || vl >= data_vls_ ||
        !lanes_[vl].rx.has_room(stored.blocks)) {
      return store_unusual(arrival);
    }
    set_times(stored, arrival);
    stored.bad = false;
    lanes_[vl].rx.received(stored.blocks);
    count_good(stored);
    return store_.take_over(arrival.transfer.stored);
  }
  /// Where a packet may be refused, damaged, looked at by others, or change more than counters.
  [[nodiscard]] Slot store_unusual(LinkArrival& arrival);
  void set_times(StoredPacket& stored, const LinkArrival& arrival) const {
    const Ticks first_bit = arrival.transfer.first_bit;
    stored.head = arrival.due;
    stored.last_full = available(first_bit, bytes_before_last_word(stored.packet.wire_bytes));
    stored.tail = available(first_bit, stored.packet.wire_bytes);
    stored.in_port = place_.number;
    stored.in_vl = stored.packet.vl.value();
  }
  void count_good(const StoredPacket& stored) {
    thresholds_.good_packet();
    ++counters_.rcv_pkts;
    counters_.rcv_data += (stored.packet.wire_bytes - 2u) / 4;
  }
  void count_bad(bool bad_end);
  void withdraw_bad(Cycle now);
  /// What a packet took of its VL's buffer is made good from the pool, and the peer is told.
  void lend(unsigned vl, std::uint32_t count) {
    const std::uint32_t lent = pool_.lend(vl, count);
    if (lent == 0) return;
    lanes_[vl].rx.grow(lent);
    flow_control_due(vl, chip_.agenda().now());
  }
  [[nodiscard]] bool vcrc_matches(const Packet& packet);
  void generate_vcrc(Packet& packet);

  /// Room of the packet whose transmission has ended becomes free; true when it was wanted.
  [[nodiscard]] bool finish_transmission(Cycle now) {
    if (sending_blocks_ == 0 || line_free_cycle_ > now) return false;
    lanes_[sending_vl_].used_blocks -= sending_blocks_;
    sending_blocks_ = 0;
    return std::exchange(room_wanted_, false);
  }
  [[nodiscard]] Slot pop_head(unsigned vl, Cycle now) {
    SlotQueue& queue = lanes_[vl].queue;
    const Slot slot = queue.pop();
    bad_queued_ -= slot->bad ? 1 : 0;
    if (queue.empty()) {
      queued_vls_ &= static_cast<std::uint16_t>(~(1u << vl));
    } else {
      queue.front()->queued = now;
    }
    return slot;
  }
  [[nodiscard]] bool discard_bad_heads(Cycle now);
  [[nodiscard]] bool discard_queued(Cycle now);
  [[nodiscard]] bool head_may_go(unsigned vl, Cycle now) const {
    const StoredPacket& first = *lanes_[vl].queue.front();
    return first.eligible <= now && (vl == kVl15.value() || lanes_[vl].tx.may_send(first.blocks));
  }
  [[nodiscard]] std::uint16_t sendable(Cycle now) const;
  [[nodiscard]] bool nothing_to_arbitrate() const {
    return data_vls_ == 1 && arbiter_.pick(1).has_value();
  }
  /// The VL whose head is to go now, if any may.
  [[nodiscard]] std::optional<Vl> next_to_send(Cycle now) {
    const bool data = state_.sends_data();
    if (queued_vls_ == 1 && only_vl0_ && data && machine_ == nullptr) {
      return head_may_go(0, now) ? std::optional<Vl>{Vl{0}} : std::nullopt;
    }
    constexpr unsigned kVl15Only = 1u << 15;
    return choose(static_cast<std::uint16_t>(sendable(now) & (data ? 0xFFFFu : kVl15Only)));
  }
  [[nodiscard]] std::optional<Vl> choose(std::uint16_t sendable_mask);
  [[nodiscard]] bool send_flow_control(Cycle now);
  void send_packet(Vl vl, Cycle now);
  void log_send(const StoredPacket& stored, Ticks start);
  /// All VLs are due again; silent peers are noted.
  void beat(Cycle now);
  /// When the first bit goes; the line is taken until the last one and the delimiters are out.
  [[nodiscard]] Ticks begin_on_line(std::uint32_t byte_count, Cycle now) {
    const Ticks start = std::max(line_free_, chip_.clock().edge(now));
    line_free_ = start + wire_time(byte_count + framing_bytes_);
    line_free_cycle_ = chip_.clock().at_or_before(line_free_);
    return start;
  }
  void log_flow_control(const LinkTransfer& transfer, Ticks start);
  void flow_control_due(unsigned vl, Cycle now) {
    const auto bit = static_cast<std::uint16_t>(1u << vl);
    if ((fc_due_ & bit) != 0) return;
    fc_due_ |= bit;
    fc_earliest_ = std::min(fc_earliest_, lanes_[vl].fc_next);
    wake_launch(std::max({now, lanes_[vl].fc_next, line_free_cycle_}));
  }
  // Packets that are not yet eligible, or lack credits, have wake-ups of their own to come.
  void plan_next_launch(Cycle now) {
    if (line_free_cycle_ <= now) return;
    const bool flow_control = fc_due_ != 0 && fc_earliest_ <= line_free_cycle_;
    if (room_wanted_ || queued_vls_ != 0 || flow_control) wake_launch(line_free_cycle_);
  }
  void wake_launch(Cycle when) { chip_.agenda().wake(when, Phase::kLaunch, place_.entity); }

  // Grouped by how often they are used: what every packet needs fills the first cache lines.
  Chip& chip_;
  PacketStore& store_;
  PortPlace place_;
  Ticks byte_ticks_;
  std::uint32_t block_round_;  ///< Added to wire bytes before they are cut into blocks.
  std::uint8_t block_shift_;
  bool only_vl0_ = false;  ///< `nothing_to_arbitrate`, kept.
  bool plain_ = false;     ///< Nobody observes, no machine checks VCRCs, no VL borrows room.
  bool armed_ = false;     ///< A wake-up for the first arrival is in the agenda.
  bool room_wanted_ = false;
  Ticks line_free_ = 0;
  Cycle line_free_cycle_ = 0;  ///< Last cycle at or before `line_free_`.
  Cycle fc_earliest_ = 0;      ///< No flow control packet may go before.
  Cycle fc_beat_ = 0;          ///< When all VLs are due again.
  Cycle fc_interval_ = 0;
  Cycle blocked_since_ = kNoCycle;
  std::uint32_t sending_blocks_ = 0;  ///< Of the packet in transmission.
  std::uint32_t bad_queued_ = 0;      ///< Packets among those queued that are bad.
  std::uint16_t queued_vls_ = 0;      ///< VLs with a packet to send.
  std::uint16_t fc_due_ = 0;  ///< VLs whose credits changed since their last flow control packet.
  std::uint8_t sending_vl_ = 0;
  std::uint8_t data_vls_;
  std::uint8_t framing_bytes_;
  std::uint16_t mtu_bytes_;
  PortStateMachine state_;
  std::unique_ptr<Vcrc16Machine> vcrc_;
  std::unique_ptr<VlArbiterMachine> machine_;
  PortCounters counters_;
  LinkEndpoint endpoint_;
  std::array<PortLane, 16> lanes_{};

  std::uint32_t vl15_held_ = 0;
  std::vector<Withdrawal> bad_arrivals_;  ///< Packets to leave ABR when their tail shows them bad.
  Cycle fc_heartbeat_ = 0;
  Cycle fc_watchdog_ = 0;
  ErrorThresholds thresholds_;
  PortListener* listener_ = nullptr;
  std::unique_ptr<LinkTrainer> trainer_;
  Cycle training_next_ = 0;  ///< When the next tick is due.
  Cycle training_cycles_ = 0;
  bool trains_ = false;          ///< The link is not up, or recovers.
  bool comes_up_active_ = true;  ///< Without a manager, until one takes the link down.
  bool disabled_ = false;
  unsigned operational_vls_;
  VlArbTables tables_;
  VlArbiter arbiter_;
  SharedPool pool_;
  LinkRate rate_;
  LinkConfig config_;
};

}  // namespace ib::link
