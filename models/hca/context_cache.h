// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/base/random.h"

namespace ib::hca {

/// Which line of a set makes room.
enum class Replacement : std::uint8_t { kLru, kRandom };

/// Tags of a set-associative cache of contexts, by their number. A line is filling from the miss
/// that took it until `filled`; it is not replaced meanwhile.
class ContextCache {
 public:
  struct Line {
    std::uint64_t id = kNone;
    std::uint64_t fill = kNone;  ///< The owner's number of the fill under way.
    std::uint64_t used = 0;
    [[nodiscard]] bool filling() const { return fill != kNone; }
  };
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  /// `entries` is a multiple of `ways`.
  ContextCache(std::uint32_t entries, std::uint32_t ways, Replacement replacement)
      : ways_(ways), sets_(entries / ways), replacement_(replacement), lines_(entries) {}

  /// The line that holds `id`, filling or not; null on a miss. Counts as a use.
  [[nodiscard]] Line* find(std::uint64_t id) {
    Line* const set = set_of(id);
    for (std::uint32_t i = 0; i < ways_; ++i) {
      if (set[i].id != id) continue;
      set[i].used = ++clock_;
      return &set[i];
    }
    return nullptr;
  }
  /// The line to give to `id`, with what it holds still in it: empty first, then by the rule of
  /// replacement. Null when all lines of the set are filling.
  [[nodiscard]] Line* victim(std::uint64_t id) {
    Line* const set = set_of(id);
    const auto first = static_cast<std::uint32_t>(
        replacement_ == Replacement::kRandom ? mix64(id, ++clock_) % ways_ : 0);
    Line* oldest = nullptr;
    for (std::uint32_t i = 0; i < ways_; ++i) {
      Line& line = set[(first + i) % ways_];
      if (line.filling()) continue;
      if (line.id == kNone) return &line;
      const bool better =
          oldest == nullptr || (replacement_ == Replacement::kLru && line.used < oldest->used);
      if (better) oldest = &line;
    }
    return oldest;
  }
  /// A line of the set of `id` that is filling, null when there is none.
  [[nodiscard]] Line* filling_line(std::uint64_t id) {
    Line* const set = set_of(id);
    for (std::uint32_t i = 0; i < ways_; ++i) {
      if (set[i].filling()) return &set[i];
    }
    return nullptr;
  }
  /// Gives a line to `id`.
  void take(Line& line, std::uint64_t id, std::uint64_t fill) { line = {id, fill, ++clock_}; }
  /// Its place in the cache, from 0.
  [[nodiscard]] std::size_t index_of(const Line& line) const {
    return static_cast<std::size_t>(&line - lines_.data());
  }
  /// Objects [first, end) have gone.
  void forget_range(std::uint64_t first, std::uint64_t end) {
    for (Line& line : lines_) {
      if (line.id >= first && line.id < end && !line.filling()) line = Line{};
    }
  }
  /// Empties all lines that are not filling.
  void clear() {
    for (Line& line : lines_) {
      if (!line.filling()) line = Line{};
    }
  }
  /// The object has gone.
  void forget(std::uint64_t id) {
    Line* const line = find(id);
    if (line != nullptr && !line->filling()) *line = Line{};
  }

 private:
  // Numbers are given out in a row, so their low bits spread them over the sets evenly.
  [[nodiscard]] Line* set_of(std::uint64_t id) { return &lines_[id % sets_ * ways_]; }

  std::uint32_t ways_;
  std::uint32_t sets_;
  Replacement replacement_;
  std::uint64_t clock_ = 0;
  std::vector<Line> lines_;
};

}  // namespace ib::hca
