// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ib::hca {

/// Objects by the numbers that commands give out. A number is reused as late as possible, so that
/// what is still under way for a destroyed object finds nothing.
template <class T>
class ObjectTable {
 public:
  ObjectTable(std::uint32_t first, std::uint32_t count) : first_(first), limit_(first + count) {}

  /// A number for `object`; nothing when the table is full.
  std::optional<std::uint32_t> insert(std::unique_ptr<T> object) {
    if (used_ == limit_ - first_) return std::nullopt;
    while (find(next_) != nullptr) advance();
    const std::uint32_t number = next_;
    if (number - first_ >= objects_.size()) objects_.resize(number - first_ + 1);
    objects_[number - first_] = std::move(object);
    ++used_;
    advance();
    return number;
  }
  [[nodiscard]] T* find(std::uint32_t number) const {
    const std::uint32_t index = number - first_;
    return index < objects_.size() ? objects_[index].get() : nullptr;
  }
  void erase(std::uint32_t number) {
    objects_[number - first_].reset();
    --used_;
  }
  /// Erases all; numbers go on from where they were.
  void clear() {
    objects_.clear();
    used_ = 0;
  }
  /// Calls `visit(number, object)` by rising number.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint32_t i = 0; i < objects_.size(); ++i) {
      if (objects_[i]) visit(first_ + i, *objects_[i]);
    }
  }
  [[nodiscard]] std::uint32_t size() const { return used_; }

 private:
  void advance() { next_ = next_ + 1 == limit_ ? first_ : next_ + 1; }

  std::uint32_t first_;
  std::uint32_t limit_;
  std::uint32_t next_ = first_;
  std::uint32_t used_ = 0;
  std::vector<std::unique_ptr<T>> objects_;
};

}  // namespace ib::hca
