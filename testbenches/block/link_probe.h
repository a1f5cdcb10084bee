// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "models/link/port.h"
#include "tlm/chip.h"

namespace ib::tb {

/// A UD packet of `wire_bytes` (LRH through VCRC, 4n + 2, at least 34) with synthetic payload.
[[nodiscard]] Packet test_packet(Lid dlid, std::uint32_t wire_bytes, Sl sl = Sl{0}, Vl vl = Vl{0});

/// An end node that sends what it is told at the cycle it is told, keeps what comes in, and frees
/// its buffers when a tail is in, or only when told.
class LinkProbe : public Chip {
 public:
  struct Arrival {
    Packet packet;
    Cycle head = 0;
    Cycle tail = 0;
    bool bad = false;
  };

  LinkProbe(const sc_core::sc_module_name& name, const link::LinkConfig& link, LinkRate rate,
            double core_clock_mhz = 1000);

  /// Queues a packet at the port in cycle `when`; its id is (index of the probe, calls before). A
  /// `bad` one is as if it had been found bad while it left: it ends with EBP.
  void send_at(Cycle when, Packet packet, bool bad = false);
  /// Packets that arrive from now on stay in the receive buffer until `release_all_at`.
  void hold_buffers() { holds_ = true; }
  void release_all_at(Cycle when);
  /// What a manager does: takes the link down in cycle `when`, for good or to train again.
  void take_down_at(Cycle when, bool disable = false);

  [[nodiscard]] link::Port& port() { return port_; }
  [[nodiscard]] const std::vector<Arrival>& arrivals() const { return arrivals_; }
  [[nodiscard]] std::uint64_t sent() const { return sequence_; }

  void advance(Ticks limit) override;
  [[nodiscard]] std::uint64_t progress() const override {
    return port_.counters().xmit_pkts + arrivals_.size();
  }
  [[nodiscard]] std::uint64_t held_packets() const override { return store_.held(); }

 private:
  struct Order {
    Packet packet;
    bool bad = false;
  };

  void start_of_simulation() override { port_.bring_up(); }
  void handle(Phase phase);
  void arrive();
  void consume();
  void send_due();
  void take_down_due();

  link::PacketStore store_;
  link::Port port_;
  std::multimap<Cycle, Order> orders_;
  std::multimap<Cycle, bool> downs_;  ///< Whether to disable.
  std::uint64_t sequence_ = 0;
  bool holds_ = false;
  Cycle release_all_ = kNoCycle;
  link::SlotQueue arriving_;
  std::vector<Arrival> arrivals_;
};

}  // namespace ib::tb
