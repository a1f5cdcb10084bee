// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ib::hca {

/// Items set aside under a number until somebody calls for them; allocates only while it grows.
template <class T>
class Parked {
 public:
  /// The number that the next item gets.
  [[nodiscard]] std::uint32_t next() const {
    return free_.empty() ? static_cast<std::uint32_t>(items_.size()) : free_.back();
  }
  void keep(const T& item) {
    if (free_.empty()) {
      items_.push_back(item);
      return;
    }
    items_[free_.back()] = item;
    free_.pop_back();
  }
  [[nodiscard]] T take(std::uint32_t number) {
    free_.push_back(number);
    return std::move(items_[number]);
  }

 private:
  std::deque<T> items_;
  std::vector<std::uint32_t> free_;
};

}  // namespace ib::hca
