// SPDX-License-Identifier: Apache-2.0
#include "testbenches/wave/wave_probe.h"

#include <algorithm>
#include <utility>

namespace ib::tb {
namespace {

constexpr unsigned kIdBits = 64;
constexpr unsigned kSequenceBits = 40;  ///< The rest is the source.
constexpr unsigned kVlBits = 4;
constexpr unsigned kBlockBits = 16;

std::uint64_t id_of(const Packet& packet) {
  const std::uint64_t mask = (std::uint64_t{1} << kSequenceBits) - 1;
  return std::uint64_t{packet.id.source} << kSequenceBits | (packet.id.sequence & mask);
}

std::uint64_t ps_of(Ticks time) { return static_cast<std::uint64_t>(floor_ps(time)); }

}  // namespace

WaveNumber::WaveNumber(WaveRecorder& recorder, const std::vector<std::string>& scope,
                       const std::string& name, unsigned bits)
    : recorder_(&recorder), signal_(recorder.declare(scope, name, bits)), bits_(bits) {}

void WaveNumber::set(std::uint64_t ps, std::uint64_t value) {
  if (known_ && value == value_) return;
  known_ = true;
  value_ = value;
  recorder_->change(signal_, ps, wave_bits(value, bits_));
}

void WaveNumber::clear(std::uint64_t ps) {
  if (!known_) return;
  known_ = false;
  recorder_->change(signal_, ps, std::string(bits_, 'x'));
}

PortProbe::PortProbe(WaveRecorder& recorder, const std::vector<std::string>& scope,
                     const Chip& chip, const link::Port& port, const sw::Switch* of_switch)
    : chip_(chip), port_(port), switch_(of_switch), recorder_(recorder) {
  queues_ = switch_ == nullptr || !switch_->is_clocked();
  tx_.packet = {recorder, scope, "tx_packet", kIdBits};
  tx_.vl = {recorder, scope, "tx_vl", kVlBits};
  rx_.packet = {recorder, scope, "rx_packet", kIdBits};
  rx_.vl = {recorder, scope, "rx_vl", kVlBits};
  drops_ = {recorder, scope, "drops", 32};
  state_ = {recorder, scope, "state", 3};
  if (switch_ != nullptr && queues_) {
    waiting_ = {recorder, scope, "waiting", kBlockBits};
    grant_ = {recorder, scope, "grant", 8};
    last_requests_.assign(switch_->ports() + 1, 'x');
    requests_ = recorder.declare(scope, "requests", switch_->ports() + 1);
  }
  for (unsigned vl = 0; vl < port.config().data_vls; ++vl) {
    std::vector<std::string> inner = scope;
    inner.push_back("vl" + std::to_string(vl));
    Lane& lane = lanes_.emplace_back();
    lane.vl = Vl{static_cast<std::uint8_t>(vl)};
    lane.rx_blocks = {recorder, inner, "rx_blocks", kBlockBits};
    if (!queues_) continue;
    lane.tx_blocks = {recorder, inner, "tx_blocks", kBlockBits};
    lane.credits = {recorder, inner, "credits", kBlockBits};
    lane.head = {recorder, inner, "head", kIdBits};
  }
}

void PortProbe::on_event(const PortEvent& event) {
  const std::uint64_t begin = ps_of(event.time);
  if (event.kind == EventKind::kDrop) drops_.set(begin, ++drop_count_);
  const bool sent = event.kind == EventKind::kSend;
  if (!sent && event.kind != EventKind::kReceive) return;
  Line& line = sent ? tx_ : rx_;
  // Packets are taken in at clock edges, so one may be before its time for the next.
  if (line.end <= begin) end_packet(line);
  line.packet.set(begin, id_of(event.packet));
  line.vl.set(begin, event.packet.vl.value());
  const std::uint32_t here =
      sent ? 0 : std::min<std::uint32_t>(link::kWordBytes, event.packet.wire_bytes);
  line.end = ps_of(event.time + port_.wire_time(event.packet.wire_bytes - here));
}

void PortProbe::end_packet(Line& line) {
  line.packet.clear(line.end);
  line.vl.clear(line.end);
  line.end = WaveSpan::kEndless;
}

void PortProbe::sample(Cycle now) {
  settle_blocks(chip_.clock().edge(now));
  const std::uint64_t ps = ps_of(chip_.clock().edge(now));
  state_.set(ps, static_cast<std::uint64_t>(port_.state().state()));
  level_ = 0;
  line_free_ = kNoCycle;
  for (Lane& lane : lanes_) sample_lane(lane, now, ps);
  waits_ = port_.starved_vl(now).has_value();
  if (!last_requests_.empty()) sample_switch(ps);
}

void PortProbe::sample_lane(Lane& lane, Cycle now, std::uint64_t ps) {
  const CreditReceiver& rx = port_.rx_credits(lane.vl);
  const std::uint32_t held = rx.capacity() - rx.free_blocks();
  level_ = std::max(level_, held);
  lane.rx_blocks.set(ps, held);
  if (!queues_) return;
  lane.tx_blocks.set(ps, port_.tx_blocks(lane.vl, now));
  lane.credits.set(ps, port_.tx_credits(lane.vl).available());
  if ((port_.queued_vls() >> lane.vl.value() & 1) != 0) {
    lane.head.set(ps, id_of(port_.head(lane.vl)->packet));
  } else {
    lane.head.clear(ps);
  }
  const Cycle free = port_.line_free_cycle();
  if (free > now && port_.tx_blocks(lane.vl, free) != port_.tx_blocks(lane.vl, now)) {
    line_free_ = free;
  }
}

void PortProbe::settle(Ticks limit) {
  if (tx_.end < ps_of(limit)) end_packet(tx_);
  if (rx_.end < ps_of(limit)) end_packet(rx_);
  settle_blocks(limit);
}

void PortProbe::settle_blocks(Ticks limit) {
  if (line_free_ == kNoCycle) return;
  const Ticks end = chip_.clock().edge(line_free_);
  if (end >= limit) return;
  for (Lane& lane : lanes_) lane.tx_blocks.set(ps_of(end), port_.tx_blocks(lane.vl, line_free_));
  line_free_ = kNoCycle;
}

void PortProbe::sample_switch(std::uint64_t ps) {
  const sw::InputState input = switch_->input_state(port_.number());
  waiting_.set(ps, input.waiting);
  if (input.output) {
    grant_.set(ps, *input.output);
  } else {
    grant_.clear(ps);
  }
  std::string requests(last_requests_.size(), '0');
  switch_->requests(port_.number()).for_each([&](unsigned from) {
    requests[requests.size() - 1 - from] = '1';
  });
  if (requests == last_requests_) return;
  last_requests_ = requests;
  recorder_.change(requests_, ps, std::move(requests));
}

}  // namespace ib::tb
