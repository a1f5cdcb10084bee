// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

namespace ib {

/// First-in first-out queue with access by position. Grows by doubling and never shrinks, so it
/// allocates nothing once it has held its working set.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Element `i` from the front.
  [[nodiscard]] T& operator[](std::size_t i) { return slots_[(head_ + i) & mask()]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return slots_[(head_ + i) & mask()]; }
  [[nodiscard]] T& front() { return slots_[head_]; }
  [[nodiscard]] const T& front() const { return slots_[head_]; }
  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }

  T& push(T value) {
    if (size_ == slots_.size()) grow();
    T& slot = slots_[(head_ + size_++) & mask()];
    slot = std::move(value);
    return slot;
  }
  void pop() {
    assert(size_ > 0);
    head_ = (head_ + 1) & mask();
    --size_;
  }
  void clear() {
    head_ = 0;
    size_ = 0;
  }

 private:
  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
  void grow() {
    std::vector<T> larger(slots_.empty() ? 4 : slots_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    slots_ = std::move(larger);
    head_ = 0;
  }

  std::vector<T> slots_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace ib
