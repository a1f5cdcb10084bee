// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "models/switch/switch.h"
#include "testbenches/block/link_probe.h"
#include "tlm/conductor.h"
#include "tlm/link_socket.h"
#include "tlm/observer.h"

namespace ib::tb {

/// A cable of a given latency whose two directions may be told to lose or damage what passes.
class TestCable : public sc_core::sc_module {
 public:
  enum class Fate : std::uint8_t { kPass, kDamage, kLose };
  using Tamper = std::function<Fate(const LinkTransfer&)>;

  TestCable(const sc_core::sc_module_name& name, Ticks latency);

  CableSocket a{"a"};
  CableSocket b{"b"};

  void tamper_a_to_b(Tamper tamper) { a_to_b_.tamper = std::move(tamper); }
  void tamper_b_to_a(Tamper tamper) { b_to_a_.tamper = std::move(tamper); }

 private:
  struct Direction : LinkForwardInterface {
    Direction(Ticks latency_ticks, CableSocket& to_socket);
    void transfer(LinkTransfer& transfer) override;
    [[nodiscard]] sc_core::sc_time min_latency() const override { return to_sc_time(latency); }
    Ticks latency;
    CableSocket& to;
    Tamper tamper;
  };

  Direction a_to_b_;
  Direction b_to_a_;
};

/// Keeps every event of a run.
class EventLog : public Observer {
 public:
  void on_event(const PortEvent& event) override { events_.push_back(event); }
  [[nodiscard]] const std::vector<PortEvent>& all() const { return events_; }
  /// Those of one kind at one port, in order.
  [[nodiscard]] std::vector<PortEvent> of(const Chip& chip, EventKind kind,
                                          std::uint16_t port = 1) const;

 private:
  std::vector<PortEvent> events_;
};

/// Chips and cables wired by hand, one conductor and a log.
class LinkBench {
 public:
  explicit LinkBench(const ConductorConfig& config = {}) : conductor_("conductor", config) {
    conductor_.add(log_);
  }

  LinkProbe& add_probe(const link::LinkConfig& link, LinkRate rate, double core_clock_mhz = 1000);
  /// `rates`: one a port. LID n leads to port n.
  sw::Switch& add_switch(const sw::SwitchConfig& config, const link::LinkConfig& link,
                         const std::vector<LinkRate>& rates);
  TestCable& connect(link::Port& a, link::Port& b, Ticks latency);
  void run_until(Ticks end);

  [[nodiscard]] Conductor& conductor() { return conductor_; }
  [[nodiscard]] const EventLog& log() const { return log_; }

 private:
  Conductor conductor_;
  EventLog log_;
  std::vector<std::unique_ptr<Chip>> chips_;
  std::vector<std::unique_ptr<TestCable>> cables_;
};

}  // namespace ib::tb
