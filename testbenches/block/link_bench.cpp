// SPDX-License-Identifier: Apache-2.0
#include "testbenches/block/link_bench.h"

#include <string>
#include <utility>

namespace ib::tb {

TestCable::TestCable(const sc_core::sc_module_name& name, Ticks latency)
    : sc_core::sc_module(name), a_to_b_(latency, b), b_to_a_(latency, a) {
  a.bind(a_to_b_);
  b.bind(b_to_a_);
}

TestCable::Direction::Direction(Ticks latency_ticks, CableSocket& to_socket)
    : latency(latency_ticks), to(to_socket) {}

void TestCable::Direction::transfer(LinkTransfer& transfer) {
  const Fate fate = tamper ? tamper(transfer) : Fate::kPass;
  if (fate == Fate::kLose) return;
  if (fate == Fate::kDamage) {
    transfer.corrupted = true;
    if (transfer.stored != kNoSlot) transfer.stored->packet.corrupted = true;
  }
  transfer.first_bit += latency;
  to->transfer(transfer);
}

std::vector<PortEvent> EventLog::of(const Chip& chip, EventKind kind, std::uint16_t port) const {
  std::vector<PortEvent> found;
  for (const PortEvent& event : events_) {
    if (event.chip == chip.index() && event.port == port && event.kind == kind) {
      found.push_back(event);
    }
  }
  return found;
}

LinkProbe& LinkBench::add_probe(const link::LinkConfig& link, LinkRate rate,
                                double core_clock_mhz) {
  const std::string name = "probe" + std::to_string(chips_.size());
  auto probe = std::make_unique<LinkProbe>(name.c_str(), link, rate, core_clock_mhz);
  LinkProbe& added = *probe;
  conductor_.add(added);
  chips_.push_back(std::move(probe));
  return added;
}

sw::Switch& LinkBench::add_switch(const sw::SwitchConfig& config, const link::LinkConfig& link,
                                  const std::vector<LinkRate>& rates) {
  const std::string name = "switch" + std::to_string(chips_.size());
  auto chip = std::make_unique<sw::Switch>(name.c_str(), config, link, rates, /*run_seed=*/1);
  sw::Switch& added = *chip;
  for (std::uint8_t port = 1; port <= rates.size(); ++port) added.lft().set(Lid{port}, port);
  conductor_.add(added);
  chips_.push_back(std::move(chip));
  return added;
}

TestCable& LinkBench::connect(link::Port& a, link::Port& b, Ticks latency) {
  const std::string name = "cable" + std::to_string(cables_.size());
  cables_.push_back(std::make_unique<TestCable>(name.c_str(), latency));
  TestCable& cable = *cables_.back();
  a.endpoint().socket.bind(cable.a);
  b.endpoint().socket.bind(cable.b);
  conductor_.limit_quantum(latency);
  return cable;
}

void LinkBench::run_until(Ticks end) {
  conductor_.stop_at(end);
  sc_core::sc_start(to_sc_time(end) - sc_core::sc_time_stamp());
}

}  // namespace ib::tb
