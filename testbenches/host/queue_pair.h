// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>

#include "testbenches/host/completion_queue.h"
#include "testbenches/host/host.h"
#include "testbenches/host/send_wqe.h"

namespace ib::tb {

/// Sizes of a queue pair's rings.
struct QueuePairSize {
  unsigned log_send_blocks = 9;       ///< 64-byte blocks.
  unsigned log_receives = 9;          ///< Receive WQEs ...
  unsigned log_receive_segments = 0;  ///< ... of so many data segments each.
};

/// The software side of a queue pair: rings, doorbell record and the doorbells of its UAR page.
class QueuePair {
 public:
  QueuePair(Host& host, const QueuePairSize& size, std::uint32_t uar_page);

  /// Puts the request into the send queue and rings the doorbell; takes `post_ns` of the CPU. The
  /// queue must have room. A WQE that fits goes whole into a BlueFlame buffer; others, and all when
  /// the host's configuration or the request says no, are fetched by the HCA (as mlx5 drivers do).
  void post_send(const WorkRequest& request);
  /// Puts a buffer into the receive queue; free, and posted at once.
  void post_receive(std::uint64_t address, std::uint32_t bytes, std::uint32_t lkey);
  /// The same for a list of buffers, as many as a receive WQE has segments at most.
  void post_receive(std::initializer_list<DataSegment> list);

  /// After the queue pair has gone to Reset: both rings start over.
  void restart();

  [[nodiscard]] std::uint64_t send_buffer() const { return send_buffer_; }
  [[nodiscard]] std::uint64_t receive_buffer() const { return receive_buffer_; }
  [[nodiscard]] std::uint64_t doorbell_record() const { return doorbell_record_; }
  [[nodiscard]] unsigned log_receive_stride() const { return 4 + size_.log_receive_segments; }
  [[nodiscard]] const QueuePairSize& size() const { return size_; }
  [[nodiscard]] std::uint32_t uar_page() const { return uar_page_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }
  void set_number(std::uint32_t number) { number_ = number; }
  /// Address of send queue block `index`.
  [[nodiscard]] std::uint64_t send_block(std::uint32_t index) const;

 private:
  void store_wqe(const SendWqe& wqe);
  void ring(const SendWqe& wqe, bool blueflame);

  Host& host_;
  QueuePairSize size_;
  std::uint32_t uar_page_;
  std::uint64_t send_buffer_;
  std::uint64_t receive_buffer_;
  std::uint64_t doorbell_record_;
  std::uint32_t send_index_ = 0;  ///< Blocks posted.
  std::uint32_t receive_index_ = 0;
  std::uint32_t doorbells_ = 0;  ///< The BlueFlame buffers alternate.
  std::uint32_t number_ = 0;
};

}  // namespace ib::tb
