// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/queues/event.h"
#include "testbenches/host/host_memory.h"

namespace ib::tb {

/// The software side of an event queue of 2^log_size entries.
class EventQueue {
 public:
  /// Allocates the queue with every entry of the owner that the hardware is not.
  EventQueue(HostMemory& memory, unsigned log_size);

  /// Takes the next event when there is one. The HCA hears of it when the queue is armed.
  [[nodiscard]] std::optional<Eqe> poll();
  [[nodiscard]] bool has_entry() const;
  /// Fires when the HCA has written an entry.
  [[nodiscard]] const MemoryWatch& watch() const { return watch_; }

  [[nodiscard]] std::uint64_t buffer() const { return buffer_; }
  [[nodiscard]] std::uint32_t consumer() const { return consumer_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }
  void set_number(std::uint32_t number) { number_ = number; }

 private:
  [[nodiscard]] Eqe next() const;

  HostMemory& memory_;
  unsigned log_size_;
  std::uint64_t buffer_;
  MemoryWatch watch_;
  std::uint32_t consumer_ = 0;
  std::uint32_t number_ = 0;
};

}  // namespace ib::tb
