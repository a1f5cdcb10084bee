// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/queues/cqe.h"
#include "testbenches/host/host_memory.h"

namespace ib::tb {

/// The software side of a completion queue of 2^log_size entries.
class CompletionQueue {
 public:
  /// Allocates the queue and its doorbell record and presets every entry as invalid.
  CompletionQueue(HostMemory& memory, unsigned log_size);

  /// Takes the next entry when there is one. Tells the HCA at once that its place is free.
  [[nodiscard]] std::optional<Cqe> poll();
  [[nodiscard]] bool has_entry() const;

  /// Fires when the HCA has written an entry.
  [[nodiscard]] const MemoryWatch& watch() const { return watch_; }
  void add_to(MemoryWatch& watch) const { watch.add(buffer_, bytes()); }

  [[nodiscard]] std::uint64_t buffer() const { return buffer_; }
  [[nodiscard]] std::uint64_t doorbell_record() const { return doorbell_record_; }
  [[nodiscard]] unsigned log_size() const { return log_size_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] std::uint32_t consumer() const { return consumer_; }
  void set_number(std::uint32_t number) { number_ = number; }

 private:
  [[nodiscard]] std::uint64_t bytes() const { return std::uint64_t{kCqeBytes} << log_size_; }
  [[nodiscard]] std::uint64_t entry(std::uint32_t index) const;
  [[nodiscard]] std::uint64_t next_entry() const { return entry(consumer_); }
  void begin_session(const Cqe& title);
  [[nodiscard]] Cqe next_of_session();
  void take();

  HostMemory& memory_;
  unsigned log_size_;
  std::uint64_t buffer_;
  std::uint64_t doorbell_record_;
  MemoryWatch watch_;
  std::uint32_t consumer_ = 0;
  Cqe title_;  ///< Of the compressed entries at hand ...
  std::uint32_t title_index_ = 0;
  std::uint32_t session_left_ = 0;  ///< ... so many of them.
  std::uint32_t number_ = 0;
};

}  // namespace ib::tb
