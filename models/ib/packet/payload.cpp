// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/payload.h"

#include <algorithm>
#include <cstring>

#include "models/ib/base/bytes.h"
#include "models/ib/base/random.h"

namespace ib {

PayloadBuffer* PayloadPool::acquire() {
  while (busy_.test_and_set(std::memory_order_acquire)) {
  }
  PayloadBuffer* buffer = free_;
  if (buffer != nullptr) {
    free_ = buffer->next_free;
  } else {
    buffers_.push_back(std::make_unique<PayloadBuffer>());
    buffer = buffers_.back().get();
    buffer->pool = this;
  }
  busy_.clear(std::memory_order_release);
  buffer->references.store(1, std::memory_order_relaxed);
  return buffer;
}

void PayloadPool::recycle(PayloadBuffer* buffer) {
  while (busy_.test_and_set(std::memory_order_acquire)) {
  }
  buffer->next_free = free_;
  free_ = buffer;
  busy_.clear(std::memory_order_release);
}

Payload Payload::synthetic(std::uint64_t seed) {
  Payload payload;
  payload.seed_ = seed;
  return payload;
}

Payload Payload::real(PayloadPool& pool) {
  Payload payload;
  payload.buffer_ = pool.acquire();
  return payload;
}

void Payload::copy_to(std::uint8_t* to, std::size_t offset, std::size_t count) const {
  if (buffer_ != nullptr) {
    std::memcpy(to, buffer_->bytes + offset, count);
    return;
  }
  std::size_t at = offset;
  const std::size_t end = offset + count;
  const std::uint64_t seed = seed_;  // which stores to bytes might change, as far as is known
  for (; at % 8 == 0 && end - at >= 8; at += 8, to += 8) store_le64(to, mix64(seed, at / 8));
  while (at < end) {
    const std::uint64_t word = mix64(seed_, at / 8) >> (at % 8 * 8);
    const std::size_t n = std::min(8 - at % 8, end - at);
    std::uint8_t bytes[8];
    store_le64(bytes, word);
    std::memcpy(to, bytes, n);
    to += n;
    at += n;
  }
}

Payload Payload::real() {
  Payload payload;
  payload.buffer_ = std::make_unique<PayloadBuffer>().release();
  payload.buffer_->references.store(1, std::memory_order_relaxed);
  return payload;
}

void Payload::release() {
  if (buffer_->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (buffer_->pool != nullptr) {
    buffer_->pool->recycle(buffer_);
  } else {
    const std::unique_ptr<PayloadBuffer> last{buffer_};
  }
}

}  // namespace ib
