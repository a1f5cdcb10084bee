// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/ib/phy/gf1024.h"

namespace ib {

using FecSymbol = gf1024::Element;

inline constexpr unsigned kMaxLanes = 12;
inline constexpr unsigned kMarkerSymbols = 6;
inline constexpr unsigned kMarkerBits = 60;

/// Alignment marker of a lane: 24 bits that name it (those of 802.3 table 82-2, InfiniBand's are
/// not public), their complement, and a constant. Bit 0 first on the line.
[[nodiscard]] std::uint64_t alignment_marker(unsigned lane);

/// Sends one lane's share of the symbol stream as bits, a marker before every `period` symbols.
class LaneTransmitter {
 public:
  LaneTransmitter(unsigned lane, unsigned period) : lane_(lane), period_(period) {}

  /// Appends the bits of a symbol, one a byte.
  void send(FecSymbol symbol, std::vector<std::uint8_t>& bits);

 private:
  unsigned lane_;
  unsigned period_;
  unsigned sent_ = 0;  ///< Since the marker.
};

enum class LaneEvent : std::uint8_t { kNone, kMarker, kSymbol, kLost };

/// Finds markers in a lane's bits, so the symbol boundary, which lane it is, and whether its wires
/// are crossed. Locks when a second marker follows one by `period` symbols; four bad in a row
/// unlock.
class LaneReceiver {
 public:
  explicit LaneReceiver(unsigned period) : period_(period) {}

  [[nodiscard]] LaneEvent take(unsigned bit);

  [[nodiscard]] bool locked() const { return state_ == State::kLocked; }
  [[nodiscard]] unsigned lane() const { return lane_; }
  [[nodiscard]] bool inverted() const { return inverted_; }
  /// Of the event kSymbol just given.
  [[nodiscard]] FecSymbol symbol() const { return symbol_; }

 private:
  enum class State : std::uint8_t { kSearch, kCandidate, kLocked };

  [[nodiscard]] LaneEvent search();
  [[nodiscard]] LaneEvent judge_marker();

  unsigned period_;
  State state_ = State::kSearch;
  unsigned lane_ = 0;
  bool inverted_ = false;
  std::uint64_t window_ = 0;  ///< The last 60 bits, the oldest in bit 0.
  unsigned bits_ = 0;         ///< Since the last marker ended.
  unsigned bad_markers_ = 0;
  FecSymbol symbol_ = 0;
};

/// Lines up lanes that arrive at different times: each lane's symbols count from its marker.
class Deskew {
 public:
  /// `limit`: symbols a lane may lead the latest.
  Deskew(unsigned lanes, unsigned limit) : limit_(limit), lanes_(lanes) {}

  void marker(unsigned lane);
  /// False when the lanes are further apart than the limit.
  [[nodiscard]] bool symbol(unsigned lane, FecSymbol value);
  /// One symbol a lane in lane order, once all lanes have it.
  [[nodiscard]] std::optional<std::vector<FecSymbol>> pop();

 private:
  struct Lane {
    bool aligned = false;
    std::deque<FecSymbol> symbols;
  };

  unsigned limit_;
  std::vector<Lane> lanes_;
};

}  // namespace ib
