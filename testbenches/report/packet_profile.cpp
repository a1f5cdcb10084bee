// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/packet_profile.h"

#include <algorithm>

namespace ib::tb {
namespace {

constexpr unsigned kPrecisionBits = 5;
constexpr std::uint64_t kExact = 1u << kPrecisionBits;
constexpr std::uint32_t kBlockBytes = 64;
/// No chip has this index: where a packet is between its source and its destination.
constexpr std::uint32_t kUnderWay = ~std::uint32_t{0};

std::int64_t blocks_of(const Packet& packet) {
  return (packet.wire_bytes + kBlockBytes - 1) / kBlockBytes;
}

/// Classes of one power of two are alike wide: 32 of them.
std::size_t class_of(std::uint64_t value) {
  unsigned shift = 0;
  while (value >> shift >= 2 * kExact) ++shift;
  return static_cast<std::size_t>(shift * kExact + (value >> shift));
}

std::uint64_t upper_edge(std::size_t number) {
  if (number < 2 * kExact) return number;
  const std::size_t shift = number / kExact - 1;
  return ((number - shift * kExact + 1) << shift) - 1;
}

}  // namespace

void LogHistogram::add(std::uint64_t value) {
  const std::size_t number = class_of(value);
  if (number >= counts_.size()) counts_.resize(number + 1, 0);
  ++counts_[number];
  ++count_;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> LogHistogram::classes() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> classes;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] != 0) classes.emplace_back(upper_edge(i), counts_[i]);
  }
  return classes;
}

std::size_t PacketProfile::Hash::operator()(const Place& place) const {
  // Fibonacci hashing: sequences are dense, so their product spreads over all bits.
  constexpr std::uint64_t kGolden = 0x9E37'79B9'7F4A'7C15;
  const std::uint64_t mixed = place.sequence * kGolden ^ std::uint64_t{place.source} << 32;
  return static_cast<std::size_t>((mixed ^ place.chip) * kGolden >> 7);
}

void PacketProfile::Stand::change(Ticks now, std::int64_t count) {
  block_ticks += static_cast<double>(blocks) * static_cast<double>(now - last_change);
  last_change = now;
  blocks = static_cast<std::uint64_t>(static_cast<std::int64_t>(blocks) + count);
  most = std::max(most, blocks);
}

void PacketProfile::on_event(const PortEvent& event) {
  now_ = event.time;
  if (event.kind == EventKind::kReceive) enter(event);
  if (event.kind == EventKind::kSend) leave(event);
  if (event.kind == EventKind::kDrop) drop(event);
}

void PacketProfile::enter(const PortEvent& event) {
  const PacketId id = event.packet.id;
  if (chips_[event.chip].is_switch) {
    stays_[{id.sequence, id.source, event.chip}] = {event.time, event.port};
    stand(event.chip, event.port).change(event.time, blocks_of(event.packet));
    return;
  }
  const auto sent = stays_.find({id.sequence, id.source, kUnderWay});
  if (sent == stays_.end()) return;
  latency_ps_.add(static_cast<std::uint64_t>(floor_ps(event.time - sent->second.since)));
  stays_.erase(sent);
}

void PacketProfile::leave(const PortEvent& event) {
  const PacketId id = event.packet.id;
  if (!chips_[event.chip].is_switch) {
    stays_[{id.sequence, id.source, kUnderWay}] = {event.time, event.port};
    return;
  }
  const auto stay = stays_.find({id.sequence, id.source, event.chip});
  if (stay == stays_.end()) return;
  const Ticks hop = event.time - stay->second.since;
  stand(event.chip, stay->second.port).change(event.time, -blocks_of(event.packet));
  Stand& out = stand(event.chip, event.port);
  ++out.hops;
  out.hop_sum += hop;
  out.hop_most = std::max(out.hop_most, hop);
  stays_.erase(stay);
}

void PacketProfile::drop(const PortEvent& event) {
  const PacketId id = event.packet.id;
  stays_.erase({id.sequence, id.source, kUnderWay});
  const auto stay = stays_.find({id.sequence, id.source, event.chip});
  if (stay == stays_.end()) return;
  stand(event.chip, stay->second.port).change(event.time, -blocks_of(event.packet));
  stays_.erase(stay);
}

Table PacketProfile::latency() const {
  Table table{"latency", {{"latency_ns", ""}, {"packets", ""}, {"share", ""}}, {}};
  std::uint64_t below = 0;
  for (const auto& [edge, count] : latency_ps_.classes()) {
    below += count;
    const double share = static_cast<double>(below) / static_cast<double>(latency_ps_.count());
    table.rows.push_back({Fixed{static_cast<double>(edge) / 1000}, count, Fixed{share}});
  }
  return table;
}

Table PacketProfile::buffers() const {
  Table table{"buffers",
              {{"port", ""},
               {"mean_blocks", ""},
               {"max_blocks", ""},
               {"hops", ""},
               {"hop_mean_ns", ""},
               {"hop_max_ns", ""}},
              {}};
  for (const auto& [place, stand] : stands_) {
    Stand last = stand;
    last.change(now_, 0);
    const double mean = now_ > 0 ? last.block_ticks / static_cast<double>(now_) : 0;
    const double hop =
        last.hops > 0 ? ns_from_ticks(last.hop_sum) / static_cast<double>(last.hops) : 0;
    table.rows.push_back({chips_[place.first].name + ".port" + std::to_string(place.second),
                          Fixed{mean}, last.most, last.hops, Fixed{hop},
                          Fixed{ns_from_ticks(last.hop_most)}});
  }
  return table;
}

}  // namespace ib::tb
