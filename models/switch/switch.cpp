// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch.h"

#include <algorithm>

#include "models/ib/packet/packet_codec.h"

namespace ib::sw {
namespace {

// HOQLife: 4.096 us * 2^n, and no limit from n = 20 on (ib-facts 4.3).
Cycle hoq_life_cycles(const SwitchConfig& config, const Clock& clock) {
  constexpr unsigned kNoLimit = 20;
  if (config.hoq_life_code >= kNoLimit) return kNoCycle;
  return clock.cycles_covering(ticks_from_ns(4096.0) << config.hoq_life_code);
}

}  // namespace

Switch::Switch(const sc_core::sc_module_name& name, const SwitchConfig& config,
               const link::LinkConfig& link, const std::vector<LinkRate>& rates,
               std::uint64_t run_seed)
    : Chip(name, Clock::from_mhz(config.core_clock_mhz), static_cast<unsigned>(rates.size()), 512),
      config_(config),
      lanes_{link.data_vls},
      longest_blocks_(blocks(link.mtu_bytes + 126, link.block_bytes)),
      word_shift_(static_cast<unsigned>(__builtin_ctz(config.crossbar_word_bytes))),
      hoq_life_(hoq_life_cycles(config, clock_)),
      sl2vl_(static_cast<unsigned>(rates.size()) + 1, Sl2VlTable::modulo(link.data_vls)),
      queues_(store_, config.buffering, static_cast<unsigned>(rates.size()), lanes_),
      free_inputs_(PortMask::first_n(static_cast<unsigned>(rates.size()))),
      free_outputs_(free_inputs_),
      connections_(rates.size()),
      discarded_(rates.size()),
      next_lane_(rates.size()),
      hoq_check_(rates.size(), kNoCycle),
      islip_(static_cast<unsigned>(rates.size()), static_cast<unsigned>(rates.size()),
             config.islip_iterations),
      random_(static_cast<unsigned>(rates.size()), config.islip_iterations,
              RandomStream{run_seed, std::string(sc_module::name()) + ".scheduler"}) {
  for (unsigned i = 0; i < rates.size(); ++i) {
    link::PortPlace place;
    place.entity = i;
    place.number = static_cast<std::uint16_t>(i + 1);
    place.receive_cycles = Cycle{config.parse_cycles} + config.lookup_cycles;
    place.tx_buffer_blocks = config.egress_buffer_blocks;
    ports_.push_back(std::make_unique<link::Port>(*this, store_, place, link, rates[i]));
  }
  matches_.reserve(rates.size());
}

void Switch::start_of_simulation() {
  for (const auto& port : ports_) port->bring_up();
}

void Switch::advance(Ticks limit) {
  take_announced([this](unsigned inbox) { ports_[inbox]->arm(); });
  agenda_.run_before(clock_.at_or_after(limit),
                     [this](Phase phase, unsigned entity) { handle(phase, entity); });
}

void Switch::handle(Phase phase, unsigned entity) {
  switch (phase) {
    case Phase::kArrive:
      arrive(entity);
      break;
    case Phase::kRelease:
      release(entity);
      break;
    case Phase::kDecide:
      if (entity == kManagementEntity) {
        management_->run(agenda_.now());
      } else {
        decide();
      }
      break;
    case Phase::kLaunch:
      launch(entity);
      break;
  }
}

void Switch::arrive(unsigned input) {
  for (;;) {
    const link::Slot slot = ports_[input]->receive(agenda_.now());
    if (slot == link::kNoSlot) return;
    route(slot, input);
  }
}

void Switch::route(link::Slot slot, unsigned input) {
  link::StoredPacket& stored = store_[slot];
  link::PortCounters& counters = ports_[input]->counters();
  const unsigned number = lft_.lookup(stored.packet.dlid);
  if (number == 0 || number > ports() || ports_[number - 1]->is_down()) {
    route_nowhere(slot, input, number);
    return;
  }
  const unsigned output = number - 1;
  if (output == input) {
    ++counters.rcv_switch_relay_errors;
    ++counters.looping_errors;
    discard(slot, input, DropReason::kLooping);
    return;
  }
  link::Port& out = *ports_[output];
  if (stored.packet.payload_bytes > out.mtu_bytes()) {
    ++out.counters().xmit_discards;
    ++out.counters().neighbor_mtu_discards;
    discard(slot, input, DropReason::kMtu);
    return;
  }
  if (stored.packet.vl != kVl15) {
    const auto vl = sl2vl_.at(input + 1, number).map(stored.packet.sl, out.operational_vls());
    if (!vl) {
      ++counters.rcv_switch_relay_errors;
      ++counters.vl_mapping_errors;
      discard(slot, input, DropReason::kVlMapping);
      return;
    }
    set_vl(stored.packet, *vl);
  }
  stored.out_port = static_cast<std::uint16_t>(output);
  queues_.push(slot, input);
  to_match_.set(output);
  agenda_.wake(agenda_.now(), Phase::kDecide, 0);
}

void Switch::route_nowhere(link::Slot slot, unsigned input, unsigned number) {
  if (management_ != nullptr && management_->take(store_[slot], input, number)) {
    if (store_[slot].bad) {
      discard(slot, input, DropReason::kVcrc);
    } else {
      hold_until_tail(slot, input);
    }
    return;
  }
  if (number != 0 && number <= ports() && ports_[number - 1]->endpoint().plugged()) {
    link::PortCounters& out = ports_[number - 1]->counters();
    ++out.xmit_discards;
    ++out.inactive_discards;
    discard(slot, input, DropReason::kPortState);
    return;
  }
  link::PortCounters& counters = ports_[input]->counters();
  ++counters.rcv_switch_relay_errors;
  ++counters.dlid_mapping_errors;
  discard(slot, input, DropReason::kNoRoute);
}

void Switch::discard(link::Slot slot, unsigned input, DropReason reason) {
  ports_[input]->log_drop(store_[slot].packet, reason, agenda_.now());
  hold_until_tail(slot, input);
}

// The rest of the packet is still coming in: its buffer is free when the tail is there.
void Switch::hold_until_tail(link::Slot slot, unsigned input) {
  ++moved_;
  const Cycle now = agenda_.now();
  discarded_[input].push(slot);
  agenda_.wake(std::max(now + 1, store_[slot].tail), Phase::kRelease, input);
}

void Switch::release(unsigned input) {
  const Cycle now = agenda_.now();
  Connection& connection = connections_[input];
  if (connection.open && connection.end <= now) {
    connection.open = false;
    free_inputs_.set(input);
    free_outputs_.set(connection.output);
    to_match_.set(connection.output);
    to_match_ |= queues_.offers(input);
    ports_[input]->release(connection.in_vl, connection.blocks, now);
    agenda_.wake(now, Phase::kDecide, 0);
  }
  link::SlotQueue& discarded = discarded_[input];
  while (!discarded.empty() && store_[discarded.front()].tail <= now) {
    const link::Slot slot = discarded.pop();
    ports_[input]->release(slot->in_vl, slot->blocks, now);
    store_.release(slot);
  }
}

// Most outputs that somebody wants are wanted by busy inputs only; those are the cheap case.
PortMask Switch::requests_of(unsigned output, const PortMask& inputs) {
  PortMask found;
  const unsigned lanes = queues_.any_on_vl15() ? lanes_.count() : lanes_.data_vls;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const PortMask requests = queues_.requests(output, lane) & inputs;
    if (requests.none()) continue;
    if (has_room(output, lane)) {
      found |= requests;
    } else {
      ports_[output]->want_room(agenda_.now());
    }
  }
  return found;
}

// After a decision no free input wants a free output with room, or the output stays marked: so a
// pair can only match where its output, its input or its queue has changed since.
void Switch::decide() {
  const PortMask outputs = to_match_ & free_outputs_ & queues_.wanted();
  to_match_.clear();
  if (outputs.none() || free_inputs_.none()) return;
  matches_.clear();
  const auto requests = [this](unsigned output, const PortMask& inputs) {
    return requests_of(output, inputs);
  };
  if (machine_ != nullptr) {
    match_by_machine(outputs);
  } else if (config_.scheduler == Scheduler::kIslip) {
    to_match_ = islip_.match(free_inputs_, outputs, requests, matches_);
  } else {
    to_match_ = random_.match(free_inputs_, outputs, requests, matches_);
  }
  if (to_match_.any()) agenda_.wake(agenda_.now() + 1, Phase::kDecide, 0);
  for (const Match match : matches_) connect(match.input, match.output);
}

void Switch::match_by_machine(const PortMask& outputs) {
  if (machine_in_ == nullptr) machine_in_ = std::make_unique<IslipIn>();
  machine_in_->free_inputs = free_inputs_;
  machine_in_->free_outputs = outputs;
  for (unsigned output = 0; output < ports(); ++output) {
    machine_in_->requests[output] =
        outputs.test(output) ? requests_of(output, free_inputs_) : PortMask{};
    if (machine_in_->requests[output].any()) to_match_.set(output);
  }
  const IslipOut out = machine_->step(*machine_in_);
  to_match_ -= out.matched;
  out.matched.for_each([&](unsigned output) {
    matches_.push_back({out.input_of[output], static_cast<std::uint16_t>(output)});
  });
}

void Switch::connect(unsigned input, unsigned output) {
  const Cycle now = agenda_.now();
  unsigned lane = next_lane_[output];
  while (!queues_.requests(output, lane).test(input) || !has_room(output, lane)) {
    lane = lane + 1 == lanes_.count() ? 0 : lane + 1;
  }
  next_lane_[output] = lane + 1 == lanes_.count() ? 0 : lane + 1;
  const link::Slot slot = queues_.take(input, output, lane);
  link::StoredPacket& stored = store_[slot];
  if (stored.bad && stored.tail <= now) {
    discard(slot, input, DropReason::kVcrc);
    to_match_ |= queues_.offers(input);
    to_match_.set(output);
    agenda_.wake(now + 1, Phase::kDecide, 0);
    return;
  }
  ++moved_;
  const Crossing crossing = crossing_of(stored);
  connections_[input] = {true, static_cast<std::uint16_t>(output), stored.in_vl, stored.blocks,
                         crossing.tail};
  free_inputs_.reset(input);
  free_outputs_.reset(output);
  agenda_.wake(crossing.tail, Phase::kRelease, input);
  ports_[output]->enqueue(slot, now, first_launch(stored, *ports_[output], crossing));
}

// One crossbar word a cycle, none before the cycle after it became available.
Switch::Crossing Switch::crossing_of(const link::StoredPacket& stored) const {
  const Cycle now = agenda_.now();
  const auto words = [this](std::uint32_t bytes) {
    return static_cast<Cycle>((bytes + config_.crossbar_word_bytes - 1) >> word_shift_);
  };
  const Cycle all = words(stored.packet.wire_bytes);
  const std::uint32_t full_bytes = link::bytes_before_last_word(stored.packet.wire_bytes);
  if (full_bytes == 0) return {now, std::max(now + all, stored.tail + 1)};
  const Cycle before = words(full_bytes);
  const Cycle last_full = std::max(now + before, stored.last_full + 1);
  return {last_full, std::max(last_full + all - before, stored.tail + 1)};
}

// The transmitter may begin when the first word is there, but not so early that it would wait for a
// later one. Words come evenly but for the last, which may be short: the last two decide. For the
// last but one it may wait less than a cycle, which the crossing of clocks covers.
Cycle Switch::first_launch(const link::StoredPacket& stored, const link::Port& out,
                           const Crossing& crossing) const {
  const Ticks full = out.wire_time(link::bytes_before_last_word(stored.packet.wire_bytes));
  const Ticks but_one = std::max<Ticks>(0, full - out.wire_time(link::kWordBytes));
  const Cycle start = std::max({agenda_.now() + 1, crossing.tail - clock_.at_or_before(full),
                                crossing.last_full - clock_.at_or_after(but_one)});
  return start + config_.crossbar_cycles + config_.egress_cycles;
}

void Switch::launch(unsigned output) {
  const Cycle now = agenda_.now();
  if (hoq_life_ != kNoCycle) drop_overdue(output);
  if (!ports_[output]->launch(now)) return;
  to_match_.set(output);
  agenda_.wake(now + 1, Phase::kDecide, 0);
}

// Head-of-queue lifetime: what waited too long at the head of an output is discarded.
void Switch::drop_overdue(unsigned output) {
  const Cycle now = agenda_.now();
  link::Port& port = *ports_[output];
  Cycle next = kNoCycle;
  for (unsigned lane = 0; lane < lanes_.data_vls; ++lane) {
    const Vl vl = lanes_.vl(lane);
    while (port.head(vl) != link::kNoSlot && store_[port.head(vl)].queued + hoq_life_ < now) {
      const link::Slot slot = port.drop_head(vl, now);
      ++moved_;
      ++port.counters().xmit_discards;
      ++port.counters().hoq_lifetime_discards;
      port.log_drop(store_[slot].packet, DropReason::kHoqLifetime, now);
      store_.release(slot);
      to_match_.set(output);
      agenda_.wake(now + 1, Phase::kDecide, 0);
    }
    if (port.head(vl) == link::kNoSlot) continue;
    next = std::min(next, store_[port.head(vl)].queued + hoq_life_ + 1);
  }
  if (next != kNoCycle && (hoq_check_[output] <= now || next < hoq_check_[output])) {
    hoq_check_[output] = next;
    agenda_.wake(next, Phase::kLaunch, output);
  }
}

void Switch::manage(const NodeIdentity& identity, PayloadPool& payloads) {
  management_ = std::make_unique<SwitchManagement>(*this, identity, config_.management, payloads);
}

bool Switch::inject(const Packet& packet, unsigned number, Cycle now) {
  link::Port& out = *ports_[number - 1];
  if (out.tx_free_blocks(packet.vl, now) < out.blocks_of(packet)) return false;
  const link::Slot slot = store_.allocate();
  link::StoredPacket& stored = store_[slot];
  stored.packet = packet;
  stored.bad = false;
  stored.in_port = 0;
  stored.head = stored.tail = stored.last_full = now;
  ++moved_;
  out.enqueue(slot, now, now + 1 + config_.crossbar_cycles + config_.egress_cycles);
  return true;
}

std::vector<Wait> Switch::waits() const {
  std::vector<Wait> found;
  for (unsigned output = 0; output < ports(); ++output) {
    for (unsigned lane = 0; lane < lanes_.count(); ++lane) {
      queues_.requests(output, lane).for_each([&](unsigned input) {
        const link::StoredPacket& stored = store_[queues_.head(input, output, lane)];
        found.push_back({input + 1, Vl{stored.in_vl}, output + 1, lanes_.vl(lane)});
      });
    }
    if (const auto vl = ports_[output]->starved_vl(agenda_.now())) {
      found.push_back({0, Vl{}, output + 1, *vl});
    }
  }
  return found;
}

void Switch::describe_waits(std::vector<std::string>& lines) const {
  for (const Wait& wait : waits()) {
    const std::string out =
        "port " + std::to_string(wait.out_port) + " VL " + std::to_string(wait.out_vl.value());
    lines.push_back(std::string(name()) + ": " +
                    (wait.in_port == 0
                         ? out + " waits for credits of its peer"
                         : "port " + std::to_string(wait.in_port) + " VL " +
                               std::to_string(wait.in_vl.value()) + " waits for room at " + out));
  }
}

}  // namespace ib::sw
