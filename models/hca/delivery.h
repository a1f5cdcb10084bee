// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/ib/packet/packet_codec.h"
#include "models/ib/transport/request_view.h"

namespace ib::hca {

/// What a request came to: done with, or it waits for a receive WQE.
enum class Outcome : std::uint8_t { kDone, kStalled };

/// Whether a message found its receive WQE.
enum class WqeSearch : std::uint8_t { kFound, kSearching, kNone };

/// What came of placing data.
enum class Placed : std::uint8_t {
  kYes,
  kTooLong,
  kForbidden,
  kWaiting,  ///< For page addresses: the same call is to be made again when they have come.
};

/// The fields of a request packet that transport machines look at.
[[nodiscard]] RequestView view_of(const Packet& packet, const Bth& bth);

/// Moves received data to host memory, for every transport service: into the receive WQE that the
/// present message of a queue pair uses, or where a WRITE names; and reports messages. `left` is
/// set to when the last byte has left for the host.
class Delivery {
 public:
  explicit Delivery(Core& core) : core_(core) {}

  /// Gives the message that `info` belongs to its receive WQE, when this packet takes one.
  [[nodiscard]] WqeSearch find_wqe(QueuePair& qp, const OpcodeInfo& info);
  /// The payload of a packet to `address`, where the peer may write `checked` bytes.
  [[nodiscard]] Placed place_at(QueuePair& qp, std::uint32_t rkey, std::uint64_t address,
                                std::uint64_t checked, const Packet& packet, Ticks& left);
  /// `bytes` of `data` to byte `offset` on of the receive WQE in use.
  [[nodiscard]] Placed place_send(QueuePair& qp, const Payload& data, std::uint32_t bytes,
                                  std::uint32_t offset, Ticks& left);
  /// The payload of a WRITE packet; its first packet is checked for the whole message.
  [[nodiscard]] Placed place_write(QueuePair& qp, const InboundMessage& message,
                                   const RequestView& view, const Packet& packet, Ticks& left);
  /// Finds where bytes [offset, offset + bytes) of the receive WQE in use lie; `put` and
  /// `leave` follow when that is known.
  [[nodiscard]] Placed reach_send(QueuePair& qp, std::uint32_t offset, std::uint32_t bytes);
  /// Writes `bytes` of `data` to where byte `from` on of what was reached by `job` lies.
  void put(std::uint32_t job, const Payload& data, std::uint32_t from, std::uint32_t bytes,
           Ticks& left);
  /// The data of a response to a list of local memory.
  [[nodiscard]] Placed reach_answer(QueuePair& qp, GatherPool::Handle list, std::uint32_t offset,
                                    std::uint32_t bytes);
  /// The message is complete: reports it where it took a receive WQE.
  void complete(QueuePair& qp, const Packet& packet, const Bth& bth, std::uint32_t bytes);
  /// A raw packet is a message of its own.
  void complete_raw(QueuePair& qp, const Packet& packet);
  /// The receive WQE in use completes in error, if there is one.
  void fail_receive(QueuePair& qp, CqeSyndrome syndrome);

 private:
  [[nodiscard]] bool add_list(std::uint32_t job, const Accessor& who, GatherPool::Handle list,
                              std::uint32_t offset, std::uint32_t bytes);
  /// The end of reaching; a job that failed is closed.
  [[nodiscard]] Placed settle(std::uint32_t& job);
  void release_wqe(QueuePair& qp);

  Core& core_;
};

}  // namespace ib::hca
