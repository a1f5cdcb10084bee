// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "models/ib/congestion/congestion_marker.h"
#include "models/ib/link/sl2vl.h"
#include "models/ib/switching/adaptive_router.h"
#include "models/ib/switching/lft.h"
#include "models/ib/switching/mft.h"
#include "models/ib/switching/partition_filter.h"
#include "models/ib/switching/ugal_router.h"
#include "models/ib/switching/vl_stall.h"
#include "models/link/port.h"
#include "models/switch/aggregation_unit.h"
#include "models/switch/branch_table.h"
#include "models/switch/clocked_core.h"
#include "models/switch/crossbar_scheduler.h"
#include "models/switch/input_queues.h"
#include "models/switch/switch_config.h"
#include "models/switch/switch_management.h"
#include "tlm/chip.h"

namespace ib::sw {

/// Zero-load way of a packet through the switch, in core cycles from the cycle its first word is in
/// to the cycle its first bit may leave; serialisation and PHY are not part of it.
[[nodiscard]] constexpr Cycle transit_cycles(const SwitchConfig& c) {
  constexpr Cycle kGrantToFirstWord = 1;
  return Cycle{c.parse_cycles} + c.lookup_cycles + kGrantToFirstWord + c.crossbar_cycles +
         c.egress_cycles;
}

/// What a packet at the head of an input waits for; edges of the wait graph of a fabric.
struct Wait {
  unsigned in_port = 0;  ///< Port numbers count from 1.
  Vl in_vl;
  unsigned out_port = 0;
  Vl out_vl;
};

/// What an input does now: packets that wait there, and the output it is connected to.
struct InputState {
  std::uint32_t waiting = 0;
  std::optional<unsigned> output;  ///< Port number.
};

/// A cut-through switch: virtual output queues, packet-mode matching, a crossbar that holds a
/// connection until the packet's tail, egress queues per VL. Port 0 has no link; `manage` puts the
/// agents behind it.
class Switch : public Chip {
 public:
  /// `rates`: one a port, in port order. Assumes that `validate` found no fault.
  Switch(const sc_core::sc_module_name& name, const SwitchConfig& config,
         const link::LinkConfig& link, const std::vector<LinkRate>& rates, std::uint64_t run_seed);

  [[nodiscard]] unsigned ports() const { return static_cast<unsigned>(ports_.size()); }
  /// Ports count from 1, as on the front panel.
  [[nodiscard]] link::Port& port(unsigned number) { return *ports_[number - 1]; }
  [[nodiscard]] const link::Port& port(unsigned number) const { return *ports_[number - 1]; }
  [[nodiscard]] Lft& lft() { return lft_; }
  [[nodiscard]] Mft& mft() { return mft_; }
  [[nodiscard]] Sl2VlMap& sl2vl() { return sl2vl_; }
  /// The groups of adaptive routing, of port numbers; null while SwitchConfig has it off.
  [[nodiscard]] AdaptiveRouter* adaptive() { return adaptive_.get(); }
  [[nodiscard]] const SwitchConfig& config() const { return config_; }
  /// Before the simulation starts: packets of hosts may go by another group, as
  /// SwitchConfig::adaptive says, and lanes count hops in the place of SL2VL.
  void use_ugal(UgalTables tables, std::uint64_t run_seed);
  /// What port `number` lets in or out; SwitchConfig::partition sets all ports alike.
  enum class Direction : std::uint8_t { kInbound, kOutbound };
  void set_filter(unsigned number, Direction direction, PartitionFilter filter);
  [[nodiscard]] const PartitionFilter& filter(unsigned number, Direction direction) const {
    return (direction == Direction::kInbound ? inbound_ : outbound_)[number - 1];
  }
  /// When port `number` marks; SwitchConfig::congestion sets all ports alike.
  void set_marking(unsigned number, const MarkingRule& rule);
  /// Replaces the matching by another implementation of the machine, such as the RTL twin.
  void use_scheduler(std::unique_ptr<IslipMachine> machine) { scheduler_.use(std::move(machine)); }

  /// Before the simulation starts: lets a clocked machine do all that is between the ports. It was
  /// asked before whether it can: `machine_faults`.
  void use_machine(std::unique_ptr<SwitchMachine> machine);

  /// Before the simulation starts: gives the switch its management agents (port 0). Payloads of
  /// what they send come from `payloads`, which outlives all packets.
  void manage(const NodeIdentity& identity, PayloadPool& payloads);
  /// Null without `manage`.
  [[nodiscard]] SwitchManagement* management() { return management_.get(); }
  /// Gives the switch a place in a reduction tree, likewise.
  void aggregate(const AggregationTree& tree, PayloadPool& payloads);
  /// Null without `aggregate`.
  [[nodiscard]] const AggregationUnit* aggregation() const { return aggregation_.get(); }
  void wake_aggregation(Cycle when) {
    agenda_.wake(std::max(when, agenda_.now() + 1), Phase::kDecide, kAggregationEntity);
  }
  /// Puts a packet of port 0 into the egress queue of `number`; false when that has no room now.
  [[nodiscard]] bool inject(const Packet& packet, unsigned number, Cycle now);
  void wake_management(Cycle when) { agenda_.wake(when, Phase::kDecide, kManagementEntity); }

  /// Packets that wait although they have arrived in full: heads of inputs for room at an output,
  /// heads of outputs (in_port 0) for credits of their peer.
  [[nodiscard]] std::vector<Wait> waits() const;

  // For observers, at the end of a window; not with a clocked machine.
  [[nodiscard]] InputState input_state(unsigned number) const;
  /// Inputs that have a packet to offer to port `number`, as a mask of port numbers.
  [[nodiscard]] PortMask requests(unsigned number) const;
  [[nodiscard]] bool is_clocked() const { return core_ != nullptr; }

  void advance(Ticks limit) override;
  void describe_waits(std::vector<std::string>& lines) const override;
  [[nodiscard]] std::uint64_t progress() const override {
    return core_ != nullptr ? core_->moved() : moved_;
  }
  [[nodiscard]] std::uint64_t held_packets() const override { return store_.held(); }
  [[nodiscard]] unsigned weight() const override { return ports(); }

 private:
  /// A crossbar connection, as its input sees it.
  struct Connection {
    bool open = false;
    std::uint16_t output = 0;
    std::uint8_t in_vl = 0;
    std::uint32_t blocks = 0;  ///< To free in the receive buffer at its end.
    Cycle end = 0;             ///< The tail's last word crosses.
    std::uint32_t family = 0;  ///< Of a multicast packet's copies.
    PortMask more;             ///< Outputs beside `output` that take copies.
  };

  /// When a packet granted now passes the crossbar.
  struct Crossing {
    Cycle last_full = 0;  ///< Its last word but one; with a single word, before the tail.
    Cycle tail = 0;
  };

  /// Heads of one output VL that were dropped for their lifetime.
  struct Stall {
    VlStall stall;
    std::uint32_t fctbs = 0;  ///< Blocks sent when the last was dropped.
  };

  /// Phase kDecide: the agents run after the matching, which is entity 0.
  static constexpr unsigned kManagementEntity = 1;
  static constexpr unsigned kAggregationEntity = 2;
  static constexpr unsigned kLeastEntities = 3;

  void start_of_simulation() override;
  void advance_core(Ticks limit);
  void set_features(std::uint64_t run_seed);
  void handle(Phase phase, unsigned entity);
  void release(unsigned input);
  void free_discarded(unsigned input);
  void decide();
  void decide_of(unsigned entity);
  [[nodiscard]] PortMask requests_of(unsigned output, const PortMask& inputs) {
    PortMask found;
    const unsigned lanes = queues_.any_on_vl15() ? lanes_.count() : lanes_.data_vls;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const PortMask requests = queues_.requests(output, lane) & inputs;
      if (requests.none()) continue;  // mostly: those who want the output are busy
      if (has_room(output, lane)) {
        found |= requests;
      } else {
        ports_[output]->want_room(agenda_.now());
      }
    }
    return found;
  }
  [[nodiscard]] bool has_room(unsigned output, unsigned lane) const {
    return ports_[output]->tx_free_blocks(lanes_.vl(lane), agenda_.now()) >= longest_blocks_;
  }
  [[nodiscard]] bool may_serve(unsigned input, unsigned output, unsigned lane) const {
    return queues_.requests(output, lane).test(input) && has_room(output, lane);
  }
  /// Lanes take turns.
  [[nodiscard]] unsigned next_lane(unsigned input, unsigned output) {
    if (looks_at_all_lanes_) return oldest_lane(input, output);
    unsigned lane = next_lane_[output];
    while (!may_serve(input, output, lane)) lane = lane + 1 == lanes_.count() ? 0 : lane + 1;
    next_lane_[output] = lane + 1 == lanes_.count() ? 0 : lane + 1;
    return lane;
  }
  [[nodiscard]] unsigned oldest_lane(unsigned input, unsigned output) const;
  void connect(unsigned input, unsigned output);
  void cross(link::Slot slot, unsigned output, const Crossing& crossing) {
    link::StoredPacket& stored = store_[slot];
    if (!output_queued_) free_outputs_.reset(output);
    if (!markers_.empty()) mark(stored, output);
    ports_[output]->enqueue(slot, agenda_.now(), first_launch(stored, *ports_[output], crossing));
  }
  [[nodiscard]] Crossing crossing_of(const link::StoredPacket& stored) const;
  [[nodiscard]] Cycle first_launch(const link::StoredPacket& stored, const link::Port& out,
                                   const Crossing& crossing) const;
  void launch(unsigned output);

  // forwarding.cpp: from the input to the queue of an output.
  void arrive(unsigned input);
  void route(link::Slot slot, unsigned input);
  void route_nowhere(link::Slot slot, unsigned input, unsigned number);
  void forward(link::Slot slot, unsigned input, unsigned output);
  [[nodiscard]] DropReason refusal(Packet& packet, unsigned input, unsigned output);
  [[nodiscard]] DropReason sl_refusal(Packet& packet, unsigned input, unsigned output);
  void discard(link::Slot slot, unsigned input, DropReason reason);
  void hold_until_tail(link::Slot slot, unsigned input);
  void enqueue(link::Slot slot, unsigned input, unsigned output);
  link::Slot take_from_queue(unsigned input, unsigned output, unsigned lane) {
    const link::Slot slot = queues_.take(input, output, lane);
    if (!waiting_blocks_.empty()) {
      waiting_blocks_[output] -= slot->blocks;
    }
    return slot;
  }
  [[nodiscard]] unsigned adapt(const Packet& packet, unsigned input, unsigned number);
  [[nodiscard]] unsigned detour(const Packet& packet, unsigned input, unsigned number);
  [[nodiscard]] std::uint32_t backlog(unsigned output) const;
  void mark(link::StoredPacket& stored, unsigned output);

  // replication.cpp: multicast.
  void route_multicast(link::Slot slot, unsigned input);
  void replicate(link::Slot slot, unsigned input);
  void replicate_due(unsigned input);
  void fan_out(unsigned input);
  void end_branches(Connection& connection);
  /// Blocks of the receive buffer that become free when this packet has left its input.
  [[nodiscard]] std::uint32_t blocks_left_by(link::Slot slot) {
    if (branches_.any() && !branches_.leave(slot)) return 0;
    return slot->blocks;
  }

  // lifetimes.cpp: packets that wait too long.
  void set_lifetimes();
  void expire(unsigned input);
  void count_expired(unsigned output);
  void drop_overdue(unsigned output);
  [[nodiscard]] DropReason overdue(unsigned output, unsigned lane);
  void drop_head(unsigned output, unsigned lane, DropReason reason);

  SwitchConfig config_;
  LaneMap lanes_;
  std::uint32_t longest_blocks_;   ///< Egress room that any packet fits in.
  std::uint64_t cycles_per_byte_;  ///< Of the crossbar, times 2^32.
  bool output_queued_;
  bool looks_at_all_lanes_;
  Cycle hoq_life_ = kNoCycle;  ///< kNoCycle: no limit.
  Cycle switch_life_ = kNoCycle;
  bool limits_life_ = false;  ///< One of the two is set.
  link::PacketStore store_;
  std::vector<std::unique_ptr<link::Port>> ports_;
  Lft lft_;
  Mft mft_;
  Sl2VlMap sl2vl_;
  InputQueues queues_;
  PortMask free_inputs_;
  PortMask free_outputs_;
  PortMask to_match_;  ///< Outputs for which something changed since the last decision.
  std::vector<Connection> connections_;     ///< One an input.
  std::vector<link::SlotQueue> discarded_;  ///< One an input: held until their tail is in.
  std::vector<unsigned> next_lane_;         ///< One an output: where the lane turn stands.
  std::vector<Cycle> hoq_check_;            ///< One a port: next look at its overdue heads.
  CrossbarScheduler scheduler_;
  std::vector<Match> matches_;

  bool filters_ = false;                   ///< Some filter is active.
  std::vector<PartitionFilter> inbound_;   ///< One a port.
  std::vector<PartitionFilter> outbound_;  ///< One a port.
  std::unique_ptr<AdaptiveRouter> adaptive_;
  std::unique_ptr<UgalRouter> ugal_;
  std::vector<std::uint32_t> waiting_blocks_;  ///< By output, at the inputs; adaptive routing only.
  std::vector<CongestionMarker> markers_;      ///< By output and data VL; empty: no marking.
  BranchTable branches_;
  std::vector<link::Slot> copies_;           ///< Of the packet that is being replicated.
  std::vector<link::SlotQueue> incomplete_;  ///< One an input: to replicate when their tail is in.
  std::vector<Stall> stalls_;                ///< By output and data VL.
  std::uint64_t moved_ = 0;
  std::unique_ptr<SwitchManagement> management_;
  std::unique_ptr<AggregationUnit> aggregation_;
  std::unique_ptr<ClockedCore> core_;  ///< A clocked machine in the place of all this.
};

}  // namespace ib::sw
