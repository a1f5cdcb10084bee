// SPDX-License-Identifier: Apache-2.0
#include "tlm/chip.h"

#include <cassert>

#include "tlm/conductor.h"

namespace ib {

Chip::Chip(const sc_core::sc_module_name& name, Clock clock, unsigned entities,
           unsigned wheel_cycles)
    : sc_module(name), clock_(clock), agenda_(entities, wheel_cycles) {
  assert(entities <= kMaxEntities);
}

void Chip::describe_waits(std::vector<std::string>&) const {}

void Chip::due_by_atomically(Ticks when) {
  Ticks earliest = due_->load();
  while (when < earliest && !due_->compare_exchange_weak(earliest, when)) {
  }
}

void Chip::announce_from_host(Ticks when, unsigned inbox) {
  announce(when, inbox);
  conductor_->run_by(when);
}

PortEvent& Chip::log(Ticks time, std::uint16_t port, EventKind kind) {
  PortEvent& event = events_.emplace_back();
  event.time = time;
  event.chip = index_;
  event.port = port;
  event.kind = kind;
  event.order = event_order_++;
  return event;
}

}  // namespace ib
