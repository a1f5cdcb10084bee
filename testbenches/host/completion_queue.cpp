// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/completion_queue.h"

#include <array>

#include "models/ib/queues/doorbell.h"

namespace ib::tb {

CompletionQueue::CompletionQueue(HostMemory& memory, unsigned log_size)
    : memory_(memory),
      log_size_(log_size),
      buffer_(memory.allocate(std::uint64_t{kCqeBytes} << log_size)),
      doorbell_record_(memory.allocate(cq_doorbell_record::kBytes)),
      watch_(memory) {
  std::array<std::uint8_t, kCqeBytes> invalid{};
  encode(Cqe{CqeOpcode::kInvalid}, invalid.data());
  for (std::uint64_t at = buffer_; at < buffer_ + bytes(); at += kCqeBytes) {
    memory_.write(at, invalid.data(), kCqeBytes);
  }
  add_to(watch_);
}

std::uint64_t CompletionQueue::next_entry() const {
  const std::uint32_t place = consumer_ & ((std::uint32_t{1} << log_size_) - 1);
  return buffer_ + std::uint64_t{place} * kCqeBytes;
}

bool CompletionQueue::has_entry() const {
  std::array<std::uint8_t, kCqeBytes> entry;
  memory_.read(next_entry(), entry.data(), kCqeBytes);
  return cqe_is_new(entry.data(), consumer_, log_size_);
}

std::optional<Cqe> CompletionQueue::poll() {
  std::array<std::uint8_t, kCqeBytes> entry;
  memory_.read(next_entry(), entry.data(), kCqeBytes);
  if (!cqe_is_new(entry.data(), consumer_, log_size_)) return std::nullopt;
  ++consumer_;
  std::array<std::uint8_t, cq_doorbell_record::kBytes> record{};
  store_field(record.data(), cq_doorbell_record::kConsumer, consumer_);
  memory_.write(doorbell_record_, record.data(), 4);
  return decode_cqe(entry.data());
}

}  // namespace ib::tb
