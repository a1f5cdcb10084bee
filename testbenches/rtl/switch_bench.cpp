// SPDX-License-Identifier: Apache-2.0
#include "testbenches/rtl/switch_bench.h"

#include <algorithm>

#include "models/ib/packet/flow_control.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::tb {
namespace {

constexpr LinkRate kRate{Generation::kNdr, Width::k4x};  // 20 ps a byte
constexpr double kMhz = 781.25;                          // 64 bytes a cycle
constexpr double kCycleNs = 1.28;
constexpr std::uint32_t kFraming = 58;  // with 6 bytes of flow control: one word

link::LinkConfig link_of(const cosim::SwitchRtlSizes& sizes) {
  link::LinkConfig link;
  link.data_vls = sizes.data_vls;
  link.mtu_bytes = 512;
  link.rx_buffer_blocks = sizes.rx_blocks;
  link.framing_bytes = kFraming;
  link.fc_interval_ns = kCycleNs * sizes.fc_interval;
  link.fc_heartbeat_symbols = 0;
  return link;
}

sw::SwitchConfig config_of(const cosim::SwitchRtlSizes& sizes) {
  sw::SwitchConfig config;
  config.ports = sizes.ports;
  config.core_clock_mhz = kMhz;
  config.parse_cycles = sizes.parse;
  config.lookup_cycles = sizes.lookup;
  config.crossbar_cycles = sizes.crossbar;
  config.egress_cycles = sizes.egress;
  config.islip_iterations = sizes.iterations;
  config.egress_buffer_blocks = sizes.egress_blocks;
  return config;
}

Cycle cycle_of(Ticks time) { return time / Clock::from_mhz(kMhz).period(); }

LineTransfer transfer_of(const PortEvent& event) {
  LineTransfer transfer;
  transfer.start = cycle_of(event.time);
  if (event.kind == EventKind::kSendFlowControl) {
    const FlowControl fc = FlowControl::decode(event.flow_control).value();
    transfer.flow_control = {true, fc.op, fc.vl.value(), fc.fctbs, fc.fccl};
  } else {
    transfer.bytes.resize(kMaxWireBytes);
    transfer.bytes.resize(serialize(event.packet, transfer.bytes.data()));
  }
  return transfer;
}

unsigned words_of(const LineTransfer& transfer) {
  return static_cast<unsigned>((transfer.bytes.size() + 63) / 64);
}

}  // namespace

SwitchRun::SwitchRun(const cosim::SwitchRtlSizes& sizes, std::uint64_t seed)
    : sizes_(sizes),
      random_{seed, "switch"},
      conductor_("conductor", ConductorConfig{}),
      next_send_(sizes.ports, 1),
      in_(sizes.ports),
      out_(sizes.ports) {
  conductor_.add(*this);
  const link::LinkConfig link = link_of(sizes);
  switch_ = std::make_unique<sw::Switch>("switch", config_of(sizes), link,
                                         std::vector<LinkRate>(sizes.ports, kRate), 1);
  conductor_.add(*switch_);
  const Ticks latency = Clock::from_mhz(kMhz).edge(kCableCycles);
  for (unsigned port = 1; port <= sizes.ports; ++port) {
    const std::string number = std::to_string(port);
    probes_.push_back(std::make_unique<LinkProbe>(("probe" + number).c_str(), link, kRate, kMhz));
    conductor_.add(*probes_.back());
    cables_.push_back(std::make_unique<TestCable>(("cable" + number).c_str(), latency));
    probes_.back()->port().endpoint().socket.bind(cables_.back()->a);
    switch_->port(port).endpoint().socket.bind(cables_.back()->b);
  }
  conductor_.limit_quantum(latency);
  for (unsigned lid = 1; lid < kLids; ++lid) {
    set_lft(lid, any_owner(lid));
  }
}

void SwitchRun::on_event(const PortEvent& event) {
  if (event.kind != EventKind::kSend && event.kind != EventKind::kSendFlowControl) return;
  if (event.chip == switch_->index()) {
    out_[event.port - 1u].push_back(transfer_of(event));
    return;
  }
  for (unsigned port = 0; port < sizes_.ports; ++port) {
    if (probes_[port]->index() != event.chip) continue;
    LineTransfer transfer = transfer_of(event);
    transfer.start += kCableCycles;
    in_[port].push_back(std::move(transfer));
  }
}

// Bursts and pauses; sizes of 70 to 518 bytes, one destination often, so that queues fill.
void SwitchRun::add_traffic(Cycle end) {
  for (unsigned port = 0; port < sizes_.ports; ++port) {
    Cycle& when = next_send_[port];
    when = std::max(when, now_ + 1);
    while (when < end) {
      const auto words = static_cast<unsigned>(2 + random_.below(random_.below(3) == 0 ? 8 : 2));
      const unsigned lid = any_lid(port + 1);
      const auto sl = static_cast<std::uint8_t>(random_.below(16));
      const auto vl = static_cast<std::uint8_t>(random_.below(sizes_.data_vls));
      probes_[port]->send_at(when, test_packet(Lid{static_cast<std::uint16_t>(lid)},
                                               64 * (words - 1) + 6, Sl{sl}, Vl{vl}));
      when += static_cast<Cycle>(words + (random_.below(4) == 0 ? random_.below(60) : 0));
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

void SwitchRun::run_to(Cycle end) {
  add_traffic(end);
  const Ticks until = Clock::from_mhz(kMhz).edge(end);
  conductor_.stop_at(until);
  sc_core::sc_start(to_sc_time(until) - sc_core::sc_time_stamp());
  now_ = end;
  const auto lid = static_cast<unsigned>(kMovable + random_.below(kLids - kMovable));
  set_lft(lid, any_owner(lid));
}

SwitchReplay::SwitchReplay(cosim::SwitchRtl& rtl, SwitchRun& run) : rtl_(rtl), run_(run) {
  rtl_.reset();
}

std::optional<std::string> SwitchReplay::replay_to(Cycle end) {
  for (; now_ < end; ++now_) {
    feed();
    rtl_.settle();
    for (unsigned port = 0; port < rtl_.sizes().ports; ++port) {
      if (auto difference = compare(port)) return difference;
    }
    rtl_.edge();
  }
  return std::nullopt;
}

void SwitchReplay::feed() {
  auto& writes = run_.lft_writes();
  if (!writes.empty() && writes.front().when <= now_) {
    rtl_.write_lft(writes.front().lid, writes.front().port);
    writes.pop_front();
  }
  for (unsigned port = 0; port < rtl_.sizes().ports; ++port) feed_port(port);
}

// A word counts in the cycle at whose edge its last bit is in.
void SwitchReplay::feed_port(unsigned port) {
  auto& line = run_.in(port);
  if (line.empty() || line.front().start >= now_) return;
  const LineTransfer& transfer = line.front();
  if (transfer.flow_control.valid) {
    rtl_.flow_control_in(port, transfer.flow_control);
    line.pop_front();
    return;
  }
  const auto word = static_cast<std::size_t>(now_ - transfer.start - 1);
  std::array<std::uint8_t, 64> bytes{};
  const std::size_t from = word * 64;
  std::copy_n(transfer.bytes.data() + from, std::min<std::size_t>(64, transfer.bytes.size() - from),
              bytes.data());
  rtl_.word_in(port, word == 0, bytes.data());
  ++words_;
  if (word + 1 == words_of(transfer)) line.pop_front();
}

std::string SwitchReplay::at(unsigned port, const char* what) const {
  return "cycle " + std::to_string(now_) + ", port " + std::to_string(port + 1) + ": " + what;
}

std::optional<std::string> SwitchReplay::compare(unsigned port) {
  auto& line = run_.out(port);
  const cosim::SwitchWord word = rtl_.word_out(port);
  const cosim::SwitchFlowControl fc = rtl_.flow_control_out(port);
  if (line.empty() || line.front().start > now_) {
    if (word.valid) return at(port, "RTL sends a word, C++ does not");
    if (fc.valid) return at(port, "RTL sends flow control, C++ does not");
    return std::nullopt;
  }
  const LineTransfer& expected = line.front();
  if (expected.flow_control.valid) {
    const cosim::SwitchFlowControl& other = expected.flow_control;
    if (!fc.valid) return at(port, "RTL sends no flow control packet");
    if (fc.op != other.op || fc.vl != other.vl) return at(port, "flow control: op or VL");
    if (fc.fctbs != other.fctbs) return at(port, "flow control: FCTBS");
    if (fc.fccl != other.fccl) return at(port, "flow control: FCCL");
    line.pop_front();
    return word.valid ? std::optional{at(port, "a word beside flow control")} : std::nullopt;
  }
  if (!word.valid || fc.valid) return at(port, "RTL sends no word");
  const auto index = static_cast<std::size_t>(now_ - expected.start);
  const std::size_t count = std::min<std::size_t>(64, expected.bytes.size() - index * 64);
  const bool last = index + 1 == words_of(expected);
  if (word.first != (index == 0) || word.last != last || word.bytes != count) {
    return at(port, "shape of a word");
  }
  if (!std::equal(word.data.data(), word.data.data() + count, expected.bytes.data() + index * 64)) {
    return at(port, "bytes of a word");
  }
  ++words_;
  if (last) line.pop_front();
  return std::nullopt;
}

std::optional<std::string> switch_lockstep(cosim::SwitchRtl& rtl, std::uint64_t seed,
                                           Cycle cycles) {
  constexpr Cycle kStep = 500;
  SwitchRun run(rtl.sizes(), seed);
  SwitchReplay replay(rtl, run);
  for (Cycle end = kStep; end <= cycles; end += kStep) {
    run.run_to(end);
    if (auto difference = replay.replay_to(end)) return difference;
  }
  // A quarter of all words that could pass, at inputs and outputs: queues fill, credits run out.
  const std::uint64_t least = static_cast<std::uint64_t>(cycles) * rtl.sizes().ports / 2;
  if (replay.words() < least) return "only " + std::to_string(replay.words()) + " words passed";
  return std::nullopt;
}

}  // namespace ib::tb
