// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/event_queue.h"

#include <array>

#include "models/ib/queues/cqe.h"

namespace ib::tb {

EventQueue::EventQueue(HostMemory& memory, unsigned log_size)
    : memory_(memory),
      log_size_(log_size),
      buffer_(memory.allocate(std::uint64_t{kEqeBytes} << log_size)),
      watch_(memory) {
  const std::uint64_t bytes = std::uint64_t{kEqeBytes} << log_size;
  std::array<std::uint8_t, kEqeBytes> stale{};
  Eqe none;
  none.owner = 1;
  encode(none, stale.data());
  for (std::uint64_t at = buffer_; at < buffer_ + bytes; at += kEqeBytes) {
    memory_.write(at, stale.data(), kEqeBytes);
  }
  watch_.add(buffer_, bytes);
}

Eqe EventQueue::next() const {
  std::array<std::uint8_t, kEqeBytes> entry;
  const std::uint32_t place = consumer_ & ((std::uint32_t{1} << log_size_) - 1);
  memory_.read(buffer_ + std::uint64_t{place} * kEqeBytes, entry.data(), kEqeBytes);
  return decode_eqe(entry.data());
}

bool EventQueue::has_entry() const { return next().owner == owner_bit(consumer_, log_size_); }

std::optional<Eqe> EventQueue::poll() {
  if (!has_entry()) return std::nullopt;
  const Eqe eqe = next();
  ++consumer_;
  return eqe;
}

}  // namespace ib::tb
