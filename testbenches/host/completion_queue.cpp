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

std::uint64_t CompletionQueue::entry(std::uint32_t index) const {
  const std::uint32_t place = index & ((std::uint32_t{1} << log_size_) - 1);
  return buffer_ + std::uint64_t{place} * kCqeBytes;
}

bool CompletionQueue::has_entry() const {
  if (session_left_ > 0) return true;
  std::array<std::uint8_t, kCqeBytes> bytes;
  memory_.read(next_entry(), bytes.data(), kCqeBytes);
  return cqe_is_new(bytes.data(), consumer_, log_size_);
}

std::optional<Cqe> CompletionQueue::poll() {
  if (!has_entry()) return std::nullopt;
  if (session_left_ == 0) {
    std::array<std::uint8_t, kCqeBytes> bytes;
    memory_.read(next_entry(), bytes.data(), kCqeBytes);
    const Cqe cqe = decode_cqe(bytes.data());
    if (cqe.format != mini_cqe::kCompressed) {
      take();
      return cqe;
    }
    begin_session(cqe);
  }
  return next_of_session();
}

void CompletionQueue::take() {
  ++consumer_;
  if (session_left_ > 0) return;  // the hardware must not use places of it yet
  std::array<std::uint8_t, cq_doorbell_record::kBytes> record{};
  store_field(record.data(), cq_doorbell_record::kConsumer, consumer_);
  memory_.write(doorbell_record_, record.data(), 4);
}

void CompletionQueue::begin_session(const Cqe& title) {
  title_ = title;
  title_index_ = consumer_;
  session_left_ = title.byte_count;
}

// A place that the hardware has left untouched holds an entry of an earlier pass, and would look
// new in the next one: its owner bit is set as if it had been written.
Cqe CompletionQueue::next_of_session() {
  const std::uint32_t index = consumer_ - title_index_;
  const std::uint32_t in_array = index % mini_cqe::kPerArray;
  std::array<std::uint8_t, mini_cqe::kBytes> mini;
  memory_.read(entry(title_index_ + mini_cqe::array_place(index)) +
                   std::uint64_t{in_array} * mini_cqe::kBytes,
               mini.data(), mini.size());
  const Cqe cqe = expand_mini(title_, mini.data());
  if (--session_left_ == 0) {
    std::array<std::uint8_t, kCqeBytes> used{};
    for (std::uint32_t i = title_index_; i != consumer_ + 1; ++i) {
      Cqe stale = cqe;
      stale.owner = owner_bit(i, log_size_);
      encode(stale, used.data());
      memory_.write(entry(i), used.data(), used.size());
    }
  }
  take();
  return cqe;
}

}  // namespace ib::tb
