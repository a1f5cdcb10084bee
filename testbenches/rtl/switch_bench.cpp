// SPDX-License-Identifier: Apache-2.0
#include "testbenches/rtl/switch_bench.h"

#include <algorithm>

#include "models/ib/packet/flow_control.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kUdOverhead = 34;

// Queues that hold a longest packet and little more, so that packets wait for room and for credits.
std::uint32_t buffer_of(std::uint32_t most, std::uint32_t wanted) { return std::min(most, wanted); }

link::LinkConfig link_of(const SwitchMachineSizes& sizes, const SwitchLines& lines) {
  link::LinkConfig link;
  link.data_vls = sizes.data_vls;
  link.mtu_bytes = sizes.egress_blocks < 66 ? 512 : 4096;
  link.rx_buffer_blocks = buffer_of(sizes.rx_blocks, 100);
  link.framing_bytes = lines.framing_bytes;
  link.fc_interval_ns = 1000 / lines.core_mhz * 10;
  link.fc_heartbeat_symbols = lines.whole_words ? 0 : 4000;
  return link;
}

sw::SwitchConfig config_of(const SwitchMachineSizes& sizes, const SwitchLines& lines) {
  sw::SwitchConfig config;
  config.ports = sizes.ports;
  config.core_clock_mhz = lines.core_mhz;
  config.parse_cycles = sizes.parse;
  config.lookup_cycles = sizes.lookup;
  config.crossbar_cycles = sizes.crossbar;
  config.egress_cycles = sizes.egress;
  config.islip_iterations = sizes.iterations;
  config.hoq_life_code = lines.hoq_life_code;
  config.lifetime.vl_stall_count = 3;
  config.egress_buffer_blocks = buffer_of(sizes.egress_blocks, 80);
  return config;
}

std::vector<LinkRate> rates_of(const SwitchMachineSizes& sizes, const SwitchLines& lines) {
  std::vector<LinkRate> rates;
  for (unsigned port = 0; port < sizes.ports; ++port) {
    rates.push_back(lines.rates[port % lines.rates.size()]);
  }
  return rates;
}

LineTransfer transfer_of(const PortEvent& event) {
  LineTransfer transfer;
  transfer.start = event.time;
  if (event.kind == EventKind::kSendFlowControl) {
    const FlowControl fc = FlowControl::decode(event.flow_control).value();
    transfer.flow_control = {true, fc.op, fc.vl.value(), fc.fctbs, fc.fccl};
  } else {
    transfer.bad_end = event.bad_end;
    transfer.bytes.resize(kMaxWireBytes);
    transfer.bytes.resize(serialize(event.packet, transfer.bytes.data()));
  }
  return transfer;
}

}  // namespace

SwitchRun::SwitchRun(const SwitchMachineSizes& sizes, const SwitchLines& lines, std::uint64_t seed)
    : sizes_(sizes),
      lines_(lines),
      link_(link_of(sizes, lines)),
      random_{seed, "switch"},
      conductor_("conductor", ConductorConfig{}),
      latency_(Clock::from_mhz(lines.core_mhz).edge(50)),
      next_send_(sizes.ports, 1),
      in_(sizes.ports),
      out_(sizes.ports),
      discards_(sizes.ports) {
  conductor_.add(*this);
  const std::vector<LinkRate> rates = rates_of(sizes, lines);
  switch_ = std::make_unique<sw::Switch>("switch", config_of(sizes, lines), link_, rates, 1);
  conductor_.add(*switch_);
  for (unsigned port = 1; port <= sizes.ports; ++port) {
    const std::string number = std::to_string(port);
    probes_.push_back(std::make_unique<LinkProbe>(("probe" + number).c_str(), link_,
                                                  rates[port - 1], lines.probe_mhz));
    conductor_.add(*probes_.back());
    cables_.push_back(std::make_unique<TestCable>(("cable" + number).c_str(), latency_));
    probes_.back()->port().endpoint().socket.bind(cables_.back()->a);
    switch_->port(port).endpoint().socket.bind(cables_.back()->b);
  }
  conductor_.limit_quantum(latency_);
  set_tables();
  for (unsigned lid = 1; lid < kLids; ++lid) set_lft(lid, any_owner(lid));
}

void SwitchRun::on_event(const PortEvent& event) {
  const bool overdue = event.reason == DropReason::kHoqLifetime;
  if (event.kind == EventKind::kDrop && event.chip == switch_->index() &&
      (overdue || event.reason == DropReason::kVcrc)) {
    discards_[event.port - 1u].push_back({switch_->clock().at_or_before(event.time), overdue});
  }
  if (event.kind != EventKind::kSend && event.kind != EventKind::kSendFlowControl) return;
  if (event.chip == switch_->index()) {
    out_[event.port - 1u].push_back(transfer_of(event));
    return;
  }
  for (unsigned port = 0; port < sizes_.ports; ++port) {
    if (probes_[port]->index() != event.chip) continue;
    LineTransfer transfer = transfer_of(event);
    transfer.start += latency_;
    in_[port].push_back(std::move(transfer));
  }
}

// No two packets begin within one clock. Lengths around whole words are the ones to get wrong.
std::uint32_t SwitchRun::any_bytes() {
  const Ticks period = switch_->clock().period();
  Ticks byte = kNever;
  for (unsigned port = 0; port < sizes_.ports; ++port)
    byte = std::min(byte, byte_ticks(rate(port)));
  const auto shortest = static_cast<std::uint32_t>((period + byte - 1) / byte);
  const std::uint32_t least =
      std::max(kUdOverhead, (shortest - std::min(shortest, link_.framing_bytes) + 5) / 4 * 4 + 2);
  const std::uint32_t most = link_.mtu_bytes + kUdOverhead;
  if (lines_.whole_words) {
    return static_cast<std::uint32_t>(64 + 64 * random_.below(random_.below(3) == 0 ? 8 : 2) + 6);
  }
  std::uint32_t bytes = 2 + 4 * static_cast<std::uint32_t>(random_.below(most / 4));
  if (random_.below(3) > 0) {
    bytes =
        static_cast<std::uint32_t>(64 * (1 + random_.below(3)) + 2 + 4 * random_.below(16) - 64);
  }
  if (random_.below(4) == 0) bytes = static_cast<std::uint32_t>(64 * (1 + random_.below(3)) + 2);
  return std::clamp(bytes, least, most);
}

// Bursts and pauses, one destination often, so that queues fill.
void SwitchRun::add_traffic(Cycle end) {
  for (unsigned port = 0; port < sizes_.ports; ++port) {
    const Clock& clock = probes_[port]->clock();
    const Ticks byte = byte_ticks(rate(port));
    Cycle& when = next_send_[port];
    when = std::max(when, clock.at_or_after(switch_->clock().edge(now_)) + 1);
    while (clock.edge(when) < switch_->clock().edge(end)) {
      const std::uint32_t bytes = any_bytes();
      const unsigned lid = any_lid(port + 1);
      const auto sl = static_cast<std::uint8_t>(random_.below(16));
      const auto vl = static_cast<std::uint8_t>(random_.below(sizes_.data_vls));
      Packet packet = test_packet(Lid{static_cast<std::uint16_t>(lid)}, bytes, Sl{sl}, Vl{vl});
      packet.payload = Payload::synthetic(random_.below(1u << 30));
      probes_[port]->send_at(when, std::move(packet), random_.below(16) == 0);
      when += std::max<Cycle>(1, clock.at_or_before((bytes + link_.framing_bytes) * byte));
      if (random_.below(4) == 0) when += static_cast<Cycle>(random_.below(60));
    }
  }
}

// Nobody sends to itself, whichever way a LID moves: movable ones stay behind high ports.
unsigned SwitchRun::any_owner(unsigned lid) {
  const unsigned half = sizes_.ports / 2;
  if (lid < kMovable) return lid % sizes_.ports + 1;
  return half + 1 + static_cast<unsigned>(random_.below(half));
}

// One in sixteen goes nowhere: past the table, without an entry, or back to where it came from.
unsigned SwitchRun::any_lid(unsigned port) {
  switch (random_.below(48)) {
    case 0:
      return 100;
    case 1:
      return kLids;
    case 2:
      return port - 1 + sizes_.ports;
    default:
      break;
  }
  const unsigned last = port <= sizes_.ports / 2 ? kLids : kMovable;
  for (;;) {
    const auto lid = static_cast<unsigned>(1 + random_.below(random_.below(2) == 0 ? last - 1 : 4));
    if (lid % sizes_.ports + 1 != port || lid >= kMovable) return lid;
  }
}

// A header that is read in cycle c is looked up by the RTL in the clock before, from a table that
// was written in the clock before that.
void SwitchRun::set_lft(unsigned lid, unsigned port) {
  switch_->lft().set(Lid{static_cast<std::uint16_t>(lid)}, static_cast<std::uint8_t>(port));
  lft_writes_.push_back({now_ - 2, lid, port});
}

// Each pair of ports has its own lanes for service levels, each port its own weights. Every lane is
// in one of the two tables.
void SwitchRun::set_tables() {
  const unsigned vls = sizes_.data_vls;
  for (unsigned in = 1; in <= sizes_.ports; ++in) {
    VlArbTables tables;
    for (unsigned vl = 0; vl < vls; ++vl) {
      auto& table = random_.below(3) == 0 ? tables.high : tables.low;
      table.push_back(
          {Vl{static_cast<std::uint8_t>(vl)}, static_cast<std::uint8_t>(1 + random_.below(100))});
    }
    tables.high_limit = static_cast<std::uint8_t>(random_.below(4));
    switch_->port(in).set_arbitration(tables);
    for (unsigned out = 1; out <= sizes_.ports; ++out) {
      Sl2VlTable table;
      for (std::uint8_t sl = 0; sl < 16; ++sl) {
        const std::uint64_t vl = random_.below(32) == 0 ? 15 : random_.below(vls);
        table.set(Sl{sl}, Vl{static_cast<std::uint8_t>(vl)});
      }
      switch_->sl2vl().set(in, out, table);
    }
  }
}

// A peer that frees no buffer for long, so that heads wait for their lifetime.
void SwitchRun::hold_buffers() {
  if (lines_.hoq_life_code == 20 || random_.below(12) != 0) return;
  LinkProbe& probe = *probes_[random_.below(sizes_.ports)];
  const Cycle life = probe.clock().at_or_after(ticks_from_ns(4096.0) << lines_.hoq_life_code);
  const Cycle now = probe.clock().at_or_after(switch_->clock().edge(now_));
  probe.hold_buffers();
  probe.release_all_at(now + life + static_cast<Cycle>(random_.below(4 * 4096)));
}

void SwitchRun::run_to(Cycle end) {
  hold_buffers();
  add_traffic(end);
  const Ticks until = switch_->clock().edge(end);
  conductor_.stop_at(until);
  sc_core::sc_start(to_sc_time(until) - sc_core::sc_time_stamp());
  now_ = end;
  const auto lid = static_cast<unsigned>(kMovable + random_.below(kLids - kMovable));
  set_lft(lid, any_owner(lid));
}

std::optional<std::string> switch_lockstep(SwitchMachine& rtl, const SwitchLines& lines,
                                           std::uint64_t seed, Cycle cycles) {
  constexpr Cycle kStep = 500;
  SwitchRun run(rtl.sizes(), lines, seed);
  SwitchReplay replay(rtl, run);
  for (Cycle end = kStep; end <= cycles; end += kStep) {
    run.run_to(end);
    if (auto difference = replay.replay_to(end)) return difference;
  }
  // A quarter of all words that could pass, at inputs and outputs: queues fill, credits run out.
  // Less where peers hold their buffers and lanes are stalled.
  const std::uint64_t share = lines.hoq_life_code < 20 ? 12 : 2;
  std::uint64_t least = 0;
  for (unsigned port = 0; port < rtl.sizes().ports; ++port) {
    const Ticks word = 64 * byte_ticks(run.rate(port));
    least += static_cast<std::uint64_t>(run.clock().edge(cycles) / word) / share;
  }
  if (replay.words() < least) return "only " + std::to_string(replay.words()) + " words passed";
  if (replay.discarded() == 0 || replay.bad_ends() == 0) return "no bad packets passed";
  if (lines.hoq_life_code < 20 && replay.overdue() == 0) return "no packet was overdue";
  return std::nullopt;
}

}  // namespace ib::tb
