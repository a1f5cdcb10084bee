// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/lane_alignment.h"

#include <algorithm>
#include <array>

#include "models/ib/phy/fec.h"

namespace ib {
namespace {

constexpr std::uint64_t kWindowMask = (std::uint64_t{1} << kMarkerBits) - 1;
constexpr int kBitErrorsForgiven = 3;
constexpr unsigned kBadMarkersToUnlock = 4;
constexpr std::uint64_t kMarkerTail = 0x6A5;

// IEEE 802.3 table 82-2, first three bytes of lanes 0-11, byte 0 lowest.
constexpr std::array<std::uint32_t, kMaxLanes> kLaneNames{0x2168C1, 0x8E719D, 0xE84B59, 0x7B954D,
                                                          0x0907F5, 0xC214DD, 0x264A9A, 0x66457B,
                                                          0x7624A0, 0xFBC968, 0x996CFD, 0x5591B9};

bool matches(std::uint64_t window, unsigned lane, bool inverted) {
  const std::uint64_t expected = alignment_marker(lane) ^ (inverted ? kWindowMask : 0);
  return __builtin_popcountll(window ^ expected) <= kBitErrorsForgiven;
}

}  // namespace

std::uint64_t alignment_marker(unsigned lane) {
  const std::uint64_t name = kLaneNames[lane];
  return name | (~name & 0xFFFFFF) << 24 | kMarkerTail << 48;
}

void LaneTransmitter::send(FecSymbol symbol, std::vector<std::uint8_t>& bits) {
  const auto append = [&bits](std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bits.push_back(value >> i & 1);
  };
  if (sent_ == 0) append(alignment_marker(lane_), kMarkerBits);
  append(symbol, kRsSymbolBits);
  sent_ = (sent_ + 1) % period_;
}

LaneEvent LaneReceiver::take(unsigned bit) {
  window_ = window_ >> 1 | std::uint64_t{bit} << (kMarkerBits - 1);
  if (state_ == State::kSearch) return search();
  ++bits_;
  const unsigned data_bits = period_ * kRsSymbolBits;
  if (bits_ == data_bits + kMarkerBits) return judge_marker();
  if (bits_ > data_bits || bits_ % kRsSymbolBits != 0 || !locked()) return LaneEvent::kNone;
  const std::uint64_t raw = window_ >> (kMarkerBits - kRsSymbolBits);
  symbol_ = static_cast<FecSymbol>((inverted_ ? ~raw : raw) & 0x3FF);
  return LaneEvent::kSymbol;
}

LaneEvent LaneReceiver::search() {
  for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
    for (const bool inverted : {false, true}) {
      if (!matches(window_, lane, inverted)) continue;
      lane_ = lane;
      inverted_ = inverted;
      bits_ = 0;
      state_ = State::kCandidate;
    }
  }
  return LaneEvent::kNone;
}

LaneEvent LaneReceiver::judge_marker() {
  bits_ = 0;
  const bool good = matches(window_, lane_, inverted_);
  bad_markers_ = good ? 0 : bad_markers_ + 1;
  if (state_ == State::kCandidate) {
    state_ = good ? State::kLocked : State::kSearch;
    return good ? LaneEvent::kMarker : LaneEvent::kNone;
  }
  if (bad_markers_ < kBadMarkersToUnlock) return LaneEvent::kMarker;
  state_ = State::kSearch;
  bad_markers_ = 0;
  return LaneEvent::kLost;
}

void Deskew::marker(unsigned lane) { lanes_[lane].aligned = true; }

bool Deskew::symbol(unsigned lane, FecSymbol value) {
  Lane& at = lanes_[lane];
  if (!at.aligned) return true;
  at.symbols.push_back(value);
  return at.symbols.size() <= limit_;
}

std::optional<std::vector<FecSymbol>> Deskew::pop() {
  const bool ready = std::none_of(lanes_.begin(), lanes_.end(),
                                  [](const Lane& lane) { return lane.symbols.empty(); });
  if (!ready) return std::nullopt;
  std::vector<FecSymbol> row;
  for (Lane& lane : lanes_) {
    row.push_back(lane.symbols.front());
    lane.symbols.pop_front();
  }
  return row;
}

}  // namespace ib
