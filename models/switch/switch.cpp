// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch.h"

#include <algorithm>
#include <utility>

#include "models/switch/machine_setup.h"

namespace ib::sw {
namespace {

// Cycles a byte takes through the crossbar, times 2^32. Output queueing takes any packet in one.
std::uint64_t cycles_per_byte(const SwitchConfig& config, const Clock& clock,
                              const std::vector<LinkRate>& rates) {
  if (config.buffering == Buffering::kOutputQueued) return 1;
  constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
  if (config.speedup == 0) return kOne / config.crossbar_word_bytes;
  Ticks fastest = kNever;
  for (const LinkRate rate : rates) fastest = std::min(fastest, byte_ticks(rate));
  const double cycles = static_cast<double>(fastest) / static_cast<double>(clock.period());
  return static_cast<std::uint64_t>(cycles / config.speedup * static_cast<double>(kOne));
}

PartitionFilter filter_of(const PartitionConfig& config, bool enforce, bool filter_raw) {
  return {enforce, filter_raw, parse_p_keys(config.p_keys).value_or(std::vector<PKey>{})};
}

AdaptiveRule rule_of(const AdaptiveConfig& config, const Clock& clock) {
  AdaptiveRule rule;
  rule.choice = config.choice;
  rule.sl_mask = static_cast<std::uint16_t>(config.sl_mask);
  rule.busy_blocks = {config.busy_low_blocks, config.busy_mid_blocks, config.busy_high_blocks};
  rule.bind_time = clock.cycles_covering(ticks_from_ns(config.bind_time_us * 1000));
  return rule;
}

}  // namespace

Switch::Switch(const sc_core::sc_module_name& name, const SwitchConfig& config,
               const link::LinkConfig& link, const std::vector<LinkRate>& rates,
               std::uint64_t run_seed)
    : Chip(name, Clock::from_mhz(config.core_clock_mhz),
           std::max(static_cast<unsigned>(rates.size()), kLeastEntities), 512),
      config_(config),
      lanes_{link.data_vls},
      longest_blocks_(blocks(link.mtu_bytes + 126, link.block_bytes)),
      cycles_per_byte_(cycles_per_byte(config, clock_, rates)),
      output_queued_(config.buffering == Buffering::kOutputQueued),
      looks_at_all_lanes_(output_queued_ || config.scheduler == Scheduler::kAge),
      sl2vl_(static_cast<unsigned>(rates.size()) + 1, Sl2VlTable::modulo(link.data_vls)),
      queues_(store_, config.buffering, static_cast<unsigned>(rates.size()), lanes_),
      free_inputs_(PortMask::first_n(static_cast<unsigned>(rates.size()))),
      free_outputs_(free_inputs_),
      connections_(rates.size()),
      discarded_(rates.size()),
      next_lane_(rates.size()),
      hoq_check_(rates.size(), kNoCycle),
      scheduler_(config, static_cast<unsigned>(rates.size()), {&queues_, &store_, lanes_},
                 RandomStream{run_seed, std::string(sc_module::name()) + ".scheduler"}) {
  for (unsigned i = 0; i < rates.size(); ++i) {
    link::PortPlace place;
    place.entity = i;
    place.number = static_cast<std::uint16_t>(i + 1);
    place.receive_cycles = Cycle{config.parse_cycles} + config.lookup_cycles;
    place.tx_buffer_blocks = config.egress_buffer_blocks;
    place.rx_pool_blocks = config.shared_pool_blocks;
    place.receive_whole = config.forwarding == Forwarding::kStoreAndForward;
    ports_.push_back(std::make_unique<link::Port>(*this, store_, place, link, rates[i]));
  }
  matches_.reserve(rates.size());
  set_features(run_seed);
}

void Switch::set_features(std::uint64_t run_seed) {
  set_lifetimes();
  const auto port_or_none = [](std::uint32_t port) { return static_cast<std::uint8_t>(port); };
  mft_.set_default_primary(port_or_none(config_.multicast.default_primary_port));
  mft_.set_default_not_primary(port_or_none(config_.multicast.default_not_primary_port));
  incomplete_.resize(ports());
  const PartitionConfig& p = config_.partition;
  inbound_.assign(ports(), filter_of(p, p.enforce_inbound, p.filter_raw_inbound));
  outbound_.assign(ports(), filter_of(p, p.enforce_outbound, p.filter_raw_outbound));
  filters_ = inbound_.front().active() || outbound_.front().active();
  const CongestionConfig& c = config_.congestion;
  for (unsigned number = 1; c.threshold != 0 && number <= ports(); ++number) {
    set_marking(number, {c.threshold, c.packet_size, c.marking_rate, c.mark_victims});
  }
  if (config_.adaptive.enabled) {
    waiting_blocks_.resize(ports());
    adaptive_ = std::make_unique<AdaptiveRouter>(
        rule_of(config_.adaptive, clock_),
        RandomStream{run_seed, std::string(sc_module::name()) + ".adaptive"});
  }
}

void Switch::start_of_simulation() {
  for (const auto& port : ports_) port->bring_up();
  if (core_ != nullptr) core_->start(machine_setup(*this), lft_);
}

void Switch::use_machine(std::unique_ptr<SwitchMachine> machine) {
  std::vector<link::Port*> ports;
  for (const auto& port : ports_) ports.push_back(port.get());
  const MachineUnit unit = machine_unit(*this).value_or(MachineUnit{});
  core_ = std::make_unique<ClockedCore>(*this, store_, std::move(ports), unit, std::move(machine));
}

void Switch::advance_core(Ticks limit) {
  take_announced([this](unsigned inbox) { core_->take_inbox(inbox); });
  agenda_.run_before(clock_.at_or_after(limit), [this](Phase phase, unsigned entity) {
    if (phase == Phase::kDecide && entity == 0) core_->clock(agenda_.now());
  });
}

void Switch::advance(Ticks limit) {
  if (core_ != nullptr) {
    advance_core(limit);
    return;
  }
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
      decide_of(entity);
      break;
    case Phase::kLaunch:
      launch(entity);
      break;
  }
}

void Switch::decide_of(unsigned entity) {
  if (entity == kManagementEntity) {
    management_->run(agenda_.now());
  } else if (entity == kAggregationEntity) {
    aggregation_->run(agenda_.now());
  } else {
    decide();
  }
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
    if (connection.family != 0) end_branches(connection);
    if (connection.blocks > 0) ports_[input]->release(connection.in_vl, connection.blocks, now);
    agenda_.wake(now, Phase::kDecide, 0);
  }
  if (!discarded_[input].empty()) free_discarded(input);
  if (switch_life_ != kNoCycle) expire(input);
}

// Packets whose tail is in by now; those behind may be shorter.
void Switch::free_discarded(unsigned input) {
  const Cycle now = agenda_.now();
  link::SlotQueue later;
  for (link::SlotQueue& discarded = discarded_[input]; !discarded.empty();) {
    const link::Slot slot = discarded.pop();
    if (slot->eligible > now) {
      later.push(slot);
      continue;
    }
    const std::uint32_t freed = blocks_left_by(slot);
    if (freed > 0) ports_[input]->release(slot->in_vl, freed, now);
    store_.release(slot);
  }
  discarded_[input] = later;
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
  to_match_ = scheduler_.match(free_inputs_, outputs, requests, matches_);
  if (to_match_.any()) agenda_.wake(agenda_.now() + 1, Phase::kDecide, 0);
  for (const Match match : matches_) connect(match.input, match.output);
  if (!branches_.any()) return;
  for (const Match match : matches_) fan_out(match.input);
}

// The oldest packet of all goes first where age decides. With output queueing the room may have
// gone to another input: then the answer is no lane.
unsigned Switch::oldest_lane(unsigned input, unsigned output) const {
  const HeadBirth birth{&queues_, &store_, lanes_};
  unsigned found = lanes_.count();
  for (unsigned lane = 0; lane < lanes_.count(); ++lane) {
    if (!may_serve(input, output, lane)) continue;
    const bool older =
        found == lanes_.count() || birth.of(input, output, lane) < birth.of(input, output, found);
    if (older) found = lane;
  }
  return found;
}

void Switch::connect(unsigned input, unsigned output) {
  const Cycle now = agenda_.now();
  const unsigned lane = next_lane(input, output);
  if (lane == lanes_.count()) {
    ports_[output]->want_room(now);
    return;
  }
  const link::Slot slot = take_from_queue(input, output, lane);
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
  Connection& connection = connections_[input];
  connection.open = true;
  connection.output = static_cast<std::uint16_t>(output);
  connection.in_vl = stored.in_vl;
  connection.end = crossing.tail;
  connection.family = slot->family;
  connection.blocks = blocks_left_by(slot);
  free_inputs_.reset(input);
  agenda_.wake(crossing.tail, Phase::kRelease, input);
  // From here on it is the output that looks for the tail.
  if (stored.bad) stored.tail = crossing.tail + config_.crossbar_cycles + config_.egress_cycles;
  cross(slot, output, crossing);
}

// Words cross at the crossbar's rate, none before the cycle after it became available.
Switch::Crossing Switch::crossing_of(const link::StoredPacket& stored) const {
  const Cycle now = agenda_.now();
  const auto words = [this](std::uint32_t bytes) {
    constexpr std::uint64_t kRoundUp = 0xFFFFFFFF;
    return static_cast<Cycle>((bytes * cycles_per_byte_ + kRoundUp) >> 32);
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
  if (limits_life_) drop_overdue(output);
  if (!ports_[output]->launch(now)) return;
  if (aggregation_ != nullptr && aggregation_->waits_for_room()) wake_aggregation(now + 1);
  to_match_.set(output);
  agenda_.wake(now + 1, Phase::kDecide, 0);
}

void Switch::manage(const NodeIdentity& identity, PayloadPool& payloads) {
  management_ = std::make_unique<SwitchManagement>(*this, identity, config_.management, payloads);
}

void Switch::aggregate(const AggregationTree& tree, PayloadPool& payloads) {
  aggregation_ = std::make_unique<AggregationUnit>(*this, tree, config_.aggregation, payloads);
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
