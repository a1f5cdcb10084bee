// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/shared_receive_queue.h"

#include <array>

#include "models/ib/queues/doorbell.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kStride = std::uint64_t{1} << SharedReceiveQueue::kLogStride;

}  // namespace

SharedReceiveQueue::SharedReceiveQueue(HostMemory& memory, unsigned log_size)
    : memory_(memory),
      buffer_(memory.allocate(kStride << log_size)),
      doorbell_record_(memory.allocate(qp_doorbell_record::kBytes)),
      tail_((std::uint32_t{1} << log_size) - 1) {
  for (std::uint32_t i = 0; i <= tail_; ++i) set_next(i, (i + 1) & tail_);
}

void SharedReceiveQueue::set_next(std::uint32_t index, std::uint32_t next) {
  std::array<std::uint8_t, kSegmentBytes> segment{};
  store_field(segment.data(), next_segment::kNextIndex, next);
  memory_.write(buffer_ + index * kStride, segment.data(), segment.size());
}

std::uint32_t SharedReceiveQueue::next_of(std::uint32_t index) const {
  std::array<std::uint8_t, kSegmentBytes> segment{};
  memory_.read(buffer_ + index * kStride, segment.data(), segment.size());
  return load_field(segment.data(), next_segment::kNextIndex);
}

std::uint16_t SharedReceiveQueue::post(std::uint64_t address, std::uint32_t bytes,
                                       std::uint32_t lkey) {
  std::array<std::uint8_t, kSegmentBytes> segment{};
  encode(DataSegment{bytes, lkey, address}, segment.data());
  memory_.write(buffer_ + head_ * kStride + kSegmentBytes, segment.data(), segment.size());
  const auto index = static_cast<std::uint16_t>(head_);
  head_ = next_of(head_);
  ++posted_;
  std::array<std::uint8_t, 4> record{};
  store_be32(record.data(), posted_);
  memory_.write(doorbell_record_ + qp_doorbell_record::kReceive.offset, record.data(), 4);
  return index;
}

void SharedReceiveQueue::release(std::uint16_t index) {
  set_next(tail_, index);
  tail_ = index;
}

}  // namespace ib::tb
