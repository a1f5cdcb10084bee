// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ib {

inline constexpr std::size_t kMaxPayloadBytes = 4096;

class PayloadPool;

/// Payload bytes shared by every copy of a packet; goes back to its pool with the last of them.
struct PayloadBuffer {
  std::atomic<std::uint32_t> references{0};
  PayloadPool* pool = nullptr;  ///< Null: freed with its last user.
  PayloadBuffer* next_free = nullptr;
  std::uint8_t bytes[kMaxPayloadBytes];
};

/// Recycles payload buffers between chips and threads; allocates only while it grows. Outlives all
/// packets that point into it.
class PayloadPool {
 public:
  PayloadPool() = default;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;

  [[nodiscard]] PayloadBuffer* acquire();
  void recycle(PayloadBuffer* buffer);
  [[nodiscard]] std::size_t capacity() const { return buffers_.size(); }

 private:
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  PayloadBuffer* free_ = nullptr;
  std::vector<std::unique_ptr<PayloadBuffer>> buffers_;
};

/// The payload of one packet: nothing, synthetic bytes made on demand from a seed, or real bytes.
class Payload {
 public:
  Payload() = default;
  [[nodiscard]] static Payload synthetic(std::uint64_t seed);
  /// Room for up to kMaxPayloadBytes to be filled through `writable` before the packet is sent.
  [[nodiscard]] static Payload real(PayloadPool& pool);
  /// The same in memory of its own, for what is too rare to have a pool.
  [[nodiscard]] static Payload real();

  Payload(const Payload& other) : buffer_(other.buffer_), seed_(other.seed_) {
    if (buffer_ != nullptr) buffer_->references.fetch_add(1, std::memory_order_relaxed);
  }
  Payload(Payload&& other) noexcept
      : buffer_(std::exchange(other.buffer_, nullptr)), seed_(other.seed_) {}
  Payload& operator=(const Payload& other) {
    if (this != &other) *this = Payload(other);
    return *this;
  }
  Payload& operator=(Payload&& other) noexcept {
    if (buffer_ != nullptr) release();
    buffer_ = std::exchange(other.buffer_, nullptr);
    seed_ = other.seed_;
    return *this;
  }
  ~Payload() {
    if (buffer_ != nullptr) release();
  }

  [[nodiscard]] bool is_real() const { return buffer_ != nullptr; }
  [[nodiscard]] std::uint8_t* writable() { return buffer_->bytes; }
  /// Copies bytes [offset, offset + count) to `to`, whatever they are made of.
  void copy_to(std::uint8_t* to, std::size_t offset, std::size_t count) const;

 private:
  void release();

  PayloadBuffer* buffer_ = nullptr;
  std::uint64_t seed_ = 0;
};

}  // namespace ib
