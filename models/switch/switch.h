// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/ib/link/sl2vl.h"
#include "models/ib/switching/islip.h"
#include "models/ib/switching/lft.h"
#include "models/link/port.h"
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
  [[nodiscard]] Sl2VlMap& sl2vl() { return sl2vl_; }
  [[nodiscard]] const SwitchConfig& config() const { return config_; }
  /// Replaces the matching by another implementation of the machine, such as the RTL twin.
  void use_scheduler(std::unique_ptr<IslipMachine> machine) { machine_ = std::move(machine); }

  /// Before the simulation starts: gives the switch its management agents (port 0). Payloads of
  /// what they send come from `payloads`, which outlives all packets.
  void manage(const NodeIdentity& identity, PayloadPool& payloads);
  /// Null without `manage`.
  [[nodiscard]] SwitchManagement* management() { return management_.get(); }
  /// Puts a packet of port 0 into the egress queue of `number`; false when that has no room now.
  [[nodiscard]] bool inject(const Packet& packet, unsigned number, Cycle now);
  void wake_management(Cycle when) { agenda_.wake(when, Phase::kDecide, kManagementEntity); }

  /// Packets that wait although they have arrived in full: heads of inputs for room at an output,
  /// heads of outputs (in_port 0) for credits of their peer.
  [[nodiscard]] std::vector<Wait> waits() const;

  void advance(Ticks limit) override;
  void describe_waits(std::vector<std::string>& lines) const override;
  [[nodiscard]] std::uint64_t progress() const override { return moved_; }
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
  };

  /// When a packet granted now passes the crossbar.
  struct Crossing {
    Cycle last_full = 0;  ///< Its last word but one; with a single word, before the tail.
    Cycle tail = 0;
  };

  /// Phase kDecide: the agents run after the matching, which is entity 0.
  static constexpr unsigned kManagementEntity = 1;

  void start_of_simulation() override;
  void handle(Phase phase, unsigned entity);
  void arrive(unsigned input);
  void route(link::Slot slot, unsigned input);
  void route_nowhere(link::Slot slot, unsigned input, unsigned number);
  void discard(link::Slot slot, unsigned input, DropReason reason);
  void hold_until_tail(link::Slot slot, unsigned input);
  void release(unsigned input);
  void decide();
  void match_by_machine(const PortMask& outputs);
  [[nodiscard]] PortMask requests_of(unsigned output, const PortMask& inputs);
  [[nodiscard]] bool has_room(unsigned output, unsigned lane) const {
    return ports_[output]->tx_free_blocks(lanes_.vl(lane), agenda_.now()) >= longest_blocks_;
  }
  void connect(unsigned input, unsigned output);
  [[nodiscard]] Crossing crossing_of(const link::StoredPacket& stored) const;
  [[nodiscard]] Cycle first_launch(const link::StoredPacket& stored, const link::Port& out,
                                   const Crossing& crossing) const;
  void launch(unsigned output);
  void drop_overdue(unsigned output);

  SwitchConfig config_;
  LaneMap lanes_;
  std::uint32_t longest_blocks_;  ///< Egress room that any packet fits in.
  unsigned word_shift_;           ///< log2 of the crossbar's word.
  Cycle hoq_life_;                ///< kNoCycle: no limit.
  link::PacketStore store_;
  std::vector<std::unique_ptr<link::Port>> ports_;
  Lft lft_;
  Sl2VlMap sl2vl_;
  InputQueues queues_;
  PortMask free_inputs_;
  PortMask free_outputs_;
  PortMask to_match_;  ///< Outputs for which something changed since the last decision.
  std::vector<Connection> connections_;     ///< One an input.
  std::vector<link::SlotQueue> discarded_;  ///< One an input: held until their tail is in.
  std::vector<unsigned> next_lane_;         ///< One an output: where the lane turn stands.
  std::vector<Cycle> hoq_check_;            ///< One a port: next look at its overdue heads.
  Islip islip_;
  RandomMatcher random_;
  std::unique_ptr<IslipMachine> machine_;
  std::unique_ptr<IslipIn> machine_in_;
  std::vector<Match> matches_;
  std::uint64_t moved_ = 0;
  std::unique_ptr<SwitchManagement> management_;
};

}  // namespace ib::sw
