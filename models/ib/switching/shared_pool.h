// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

namespace ib {

/// A receive buffer that all VLs of a port share: each VL has a reserve of its own, and what its
/// packets take is made good from the pool, so that an idle VL holds its reserve and no more. What
/// was lent comes back as packets leave. Blocks promised as credits never exceed the buffer.
class SharedPool {
 public:
  static constexpr unsigned kVls = 16;

  SharedPool() = default;
  explicit SharedPool(std::uint32_t pool_blocks) : free_(pool_blocks) {}

  /// A packet of `blocks` came in on `vl`: answers the blocks by which the VL's room grows.
  [[nodiscard]] std::uint32_t lend(unsigned vl, std::uint32_t blocks) {
    const std::uint32_t lent = std::min(blocks, free_);
    free_ -= lent;
    lent_[vl] += lent;
    return lent;
  }
  /// `blocks` of `vl` became free: answers those of them that go back to the pool.
  [[nodiscard]] std::uint32_t take_back(unsigned vl, std::uint32_t blocks) {
    const std::uint32_t back = std::min(blocks, lent_[vl]);
    lent_[vl] -= back;
    free_ += back;
    return back;
  }
  [[nodiscard]] std::uint32_t free_blocks() const { return free_; }
  [[nodiscard]] std::uint32_t lent(unsigned vl) const { return lent_[vl]; }

 private:
  std::uint32_t free_ = 0;
  std::array<std::uint32_t, kVls> lent_{};
};

}  // namespace ib
