// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "models/ib/base/ring.h"
#include "tlm/time.h"

namespace ib::hca {

/// A pipeline stage: items leave in the order they came, none before its cycle.
template <class T>
class Stage {
 public:
  /// Ready cycles never fall.
  void push(Cycle ready, T item) { ring_.push({ready, std::move(item)}); }
  [[nodiscard]] bool empty() const { return ring_.empty(); }
  [[nodiscard]] std::size_t size() const { return ring_.size(); }
  /// When the first item leaves, kNoCycle when there is none.
  [[nodiscard]] Cycle next() const { return ring_.empty() ? kNoCycle : ring_.front().ready; }
  [[nodiscard]] T pop() {
    T item = std::move(ring_.front().item);
    ring_.pop();
    return item;
  }

 private:
  struct Entry {
    Cycle ready = 0;
    T item{};
  };
  Ring<Entry> ring_;
};

}  // namespace ib::hca
