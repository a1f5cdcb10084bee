// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "models/ib/base/port_mask.h"
#include "models/ib/machine.h"

namespace ib {

/// A turn that goes round `size` members; the one after the last winner comes first.
class RoundRobin {
 public:
  explicit RoundRobin(unsigned size = PortMask::kBits) : size_(size) {}

  void reset() { next_ = 0; }
  /// The requester whose turn it is, PortMask::kNone when nobody asks.
  [[nodiscard]] unsigned pick(const PortMask& requests) const {
    return requests.first_in_turn(next_);
  }
  void won(unsigned winner) { next_ = winner + 1 == size_ ? 0 : winner + 1; }
  [[nodiscard]] unsigned grant(const PortMask& requests) {
    const unsigned winner = pick(requests);
    if (winner != PortMask::kNone) won(winner);
    return winner;
  }
  [[nodiscard]] unsigned next() const { return next_; }

 private:
  unsigned size_;
  unsigned next_ = 0;
};

struct RoundRobinIn {
  PortMask requests;
  bool ready = false;  ///< The grant is used: the turn moves on.
};

struct RoundRobinOut {
  std::optional<unsigned> winner;  ///< Shown whether or not it is used.
};

/// The turn as a clocked block; its RTL twin is rtl/switching/ib_rr_arbiter.sv.
using RoundRobinMachine = Machine<RoundRobinIn, RoundRobinOut>;
[[nodiscard]] std::unique_ptr<RoundRobinMachine> make_round_robin(unsigned size);

}  // namespace ib
