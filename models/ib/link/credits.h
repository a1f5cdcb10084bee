// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace ib {

/// Credits count blocks modulo 4096; a window never exceeds half of that (ib-facts 3.2).
inline constexpr std::uint32_t kCreditModulus = 4096;
inline constexpr std::uint32_t kCreditMask = kCreditModulus - 1;
inline constexpr std::uint32_t kMaxCreditWindow = 2048;

/// Sender's side of one VL: blocks sent (FCTBS) against the peer's limit (FCCL). Without a flow
/// control packet since reset there is no credit. IBTA Vol 1, link layer flow control.
class CreditSender {
 public:
  void reset() { *this = CreditSender{}; }

  [[nodiscard]] bool may_send(std::uint32_t blocks) const {
    return ((fccl_ - (fctbs_ + blocks)) & kCreditMask) <= kMaxCreditWindow;
  }
  void sent(std::uint32_t blocks) { fctbs_ = (fctbs_ + blocks) & kCreditMask; }
  void on_flow_control(std::uint32_t fccl) { fccl_ = fccl & kCreditMask; }

  [[nodiscard]] std::uint32_t fctbs() const { return fctbs_; }
  [[nodiscard]] std::uint32_t fccl() const { return fccl_; }
  /// Blocks that may go out now; 0 when the limit lies behind what was sent.
  [[nodiscard]] std::uint32_t available() const {
    const std::uint32_t window = (fccl_ - fctbs_) & kCreditMask;
    return window <= kMaxCreditWindow ? window : 0;
  }

 private:
  std::uint32_t fctbs_ = 0;
  std::uint32_t fccl_ = 0;
};

/// Receiver's side of one VL: the blocks that arrived (ABR) and the room left. Blocks are taken
/// when a packet begins and count as arrived; a packet found bad at its end is withdrawn from ABR.
class CreditReceiver {
 public:
  CreditReceiver() = default;
  explicit CreditReceiver(std::uint32_t capacity_blocks)
      : capacity_(capacity_blocks), free_(capacity_blocks) {}

  void reset() { *this = CreditReceiver{capacity_}; }

  [[nodiscard]] bool has_room(std::uint32_t blocks) const { return blocks <= free_; }
  void received(std::uint32_t blocks) {
    assert(has_room(blocks));
    free_ -= blocks;
    abr_ = (abr_ + blocks) & kCreditMask;
  }
  /// The packet that was just received proved bad: it does not count; its room is freed apart.
  void withdraw(std::uint32_t blocks) { abr_ = (abr_ - blocks) & kCreditMask; }
  void freed(std::uint32_t blocks) {
    free_ += blocks;
    assert(free_ <= capacity_);
  }
  /// The buffer grows by blocks of a shared pool, or gives free ones back to it.
  void grow(std::uint32_t blocks) {
    capacity_ += blocks;
    free_ += blocks;
  }
  void shrink(std::uint32_t blocks) {
    assert(blocks <= free_);
    capacity_ -= blocks;
    free_ -= blocks;
  }
  /// Takes over the sender's count, which heals lost packets; answers the blocks that were lost.
  std::uint32_t on_fctbs(std::uint32_t fctbs) {
    const std::uint32_t lost = (fctbs - abr_) & kCreditMask;
    abr_ = fctbs & kCreditMask;
    return lost;
  }

  /// What the next flow control packet says in FCCL.
  [[nodiscard]] std::uint32_t credit_limit() const {
    return (abr_ + std::min(free_, kMaxCreditWindow)) & kCreditMask;
  }
  [[nodiscard]] std::uint32_t abr() const { return abr_; }
  [[nodiscard]] std::uint32_t free_blocks() const { return free_; }
  [[nodiscard]] std::uint32_t capacity() const { return capacity_; }

 private:
  std::uint32_t capacity_ = 0;
  std::uint32_t free_ = 0;
  std::uint32_t abr_ = 0;
};

}  // namespace ib
