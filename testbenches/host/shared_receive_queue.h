// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/queues/wqe.h"
#include "testbenches/host/host_memory.h"

namespace ib::tb {

/// The software side of a shared receive queue of 2^log_size WQEs, one buffer each. A WQE is free
/// again when its completion has been taken, in any order.
class SharedReceiveQueue {
 public:
  static constexpr std::uint8_t kLogStride = 5;  ///< The chain and one data segment.

  SharedReceiveQueue(HostMemory& memory, unsigned log_size);

  /// Posts a buffer; the queue must have room. Answers the index of its WQE, as its CQE has it.
  std::uint16_t post(std::uint64_t address, std::uint32_t bytes, std::uint32_t lkey);
  /// The completion of WQE `index` has been taken.
  void release(std::uint16_t index);

  [[nodiscard]] std::uint64_t buffer() const { return buffer_; }
  [[nodiscard]] std::uint64_t doorbell_record() const { return doorbell_record_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }
  void set_number(std::uint32_t number) { number_ = number; }

 private:
  void set_next(std::uint32_t index, std::uint32_t next);
  [[nodiscard]] std::uint32_t next_of(std::uint32_t index) const;

  HostMemory& memory_;
  std::uint64_t buffer_;
  std::uint64_t doorbell_record_;
  std::uint32_t head_ = 0;  ///< First free WQE.
  std::uint32_t tail_;      ///< Last free WQE.
  std::uint16_t posted_ = 0;
  std::uint32_t number_ = 0;
};

}  // namespace ib::tb
