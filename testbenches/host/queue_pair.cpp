// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/queue_pair.h"

#include <algorithm>
#include <array>

#include "models/ib/queues/doorbell.h"

namespace ib::tb {

QueuePair::QueuePair(Host& host, const QueuePairSize& size, std::uint32_t uar_page)
    : host_(host),
      size_(size),
      uar_page_(uar_page),
      send_buffer_(host.memory.allocate(std::uint64_t{kBasicBlockBytes} << size.log_send_blocks)),
      receive_buffer_(
          host.memory.allocate(std::uint64_t{1} << (size.log_receives + log_receive_stride()))),
      doorbell_record_(host.memory.allocate(qp_doorbell_record::kBytes)) {}

std::uint64_t QueuePair::send_block(std::uint32_t index) const {
  const std::uint32_t place = index & ((std::uint32_t{1} << size_.log_send_blocks) - 1);
  return send_buffer_ + std::uint64_t{place} * kBasicBlockBytes;
}

void QueuePair::post_send(const WorkRequest& request) {
  std::array<std::uint8_t, kMaxWqeBytes> data;
  if (request.inline_data) host_.memory.read(request.local_address, data.data(), request.bytes);
  const SendWqe wqe =
      build_send_wqe(request, number_, static_cast<std::uint16_t>(send_index_), data.data());
  host_.spend(host_.config().post_ns);
  store_wqe(wqe);
  ring(wqe, request.blueflame && host_.config().blueflame);
}

void QueuePair::restart() {
  send_index_ = receive_index_ = 0;
  const std::array<std::uint8_t, qp_doorbell_record::kBytes> record{};
  host_.memory.write(doorbell_record_, record.data(), record.size());
}

void QueuePair::store_wqe(const SendWqe& wqe) {
  for (std::uint32_t block = 0; block < wqe.blocks(); ++block) {
    host_.memory.write(send_block(send_index_ + block),
                       wqe.bytes.data() + std::size_t{block} * kBasicBlockBytes, kBasicBlockBytes);
  }
  send_index_ += wqe.blocks();
}

void QueuePair::ring(const SendWqe& wqe, bool blueflame) {
  std::array<std::uint8_t, 4> record{};
  store_be32(record.data(), send_index_ & 0xFFFF);
  host_.memory.write(doorbell_record_ + qp_doorbell_record::kSend.offset, record.data(), 4);

  const std::uint32_t wqe_bytes = wqe.blocks() * kBasicBlockBytes;
  const bool whole = blueflame && wqe_bytes <= kBlueFlameBufferBytes;
  const std::uint64_t buffer = doorbells_++ % 2;
  host_.write_register(uar_address(uar_page_, kBlueFlameOffset + buffer * kBlueFlameBufferBytes),
                       wqe.bytes.data(), whole ? wqe_bytes : 8);
}

void QueuePair::post_receive(std::uint64_t address, std::uint32_t bytes, std::uint32_t lkey) {
  post_receive({DataSegment{bytes, lkey, address}});
}

void QueuePair::post_receive(std::initializer_list<DataSegment> list) {
  const std::uint64_t stride = std::uint64_t{1} << log_receive_stride();
  const std::uint32_t place = receive_index_ & ((std::uint32_t{1} << size_.log_receives) - 1);
  std::uint64_t at = receive_buffer_ + place * stride;
  const std::uint64_t end = at + stride;
  std::array<std::uint8_t, kSegmentBytes> segment{};
  for (const DataSegment& piece : list) {
    encode(piece, segment.data());
    host_.memory.write(at, segment.data(), kSegmentBytes);
    at += kSegmentBytes;
  }
  if (at < end) {
    encode(DataSegment{0, kTerminatorLKey, 0}, segment.data());
    host_.memory.write(at, segment.data(), kSegmentBytes);
  }
  ++receive_index_;
  std::array<std::uint8_t, 4> record{};
  store_be32(record.data(), receive_index_ & 0xFFFF);
  host_.memory.write(doorbell_record_ + qp_doorbell_record::kReceive.offset, record.data(), 4);
}

}  // namespace ib::tb
