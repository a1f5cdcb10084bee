// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/ib/queues/wqe.h"

namespace ib::tb {

/// Where a reliable datagram goes: by which context of this end, to which queue pair behind it.
struct ReliableDestination {
  std::uint32_t ee_context = 0;
  std::uint32_t q_key = 0;  ///< With bit 31 set: the sending queue pair's own.
  std::uint32_t dest_qpn = 0;
};

/// One work request of a send queue with one piece of local memory.
struct WorkRequest {
  WqeOpcode opcode = WqeOpcode::kSend;
  std::uint64_t local_address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t lkey = 0;
  std::uint64_t remote_address = 0;  ///< RDMA only, as is `rkey`.
  std::uint32_t rkey = 0;
  std::uint32_t immediate = 0;
  std::uint64_t swap_or_add = 0;  ///< Atomics only, as is `compare`.
  std::uint64_t compare = 0;
  std::optional<std::uint32_t> xrc_srqn;     ///< XRC only: the shared queue at the other end.
  std::optional<AddressVector> destination;  ///< Datagrams only.
  std::optional<ReliableDestination> reliable_destination;  ///< RD only.
  std::optional<WindowBinding> binding;                     ///< kBindWindow only.
  bool signaled = true;                                     ///< Ask for a CQE.
  bool inline_data = false;  ///< The data goes with the WQE: no L_Key is used.
  bool blueflame = true;     ///< The WQE goes with its doorbell, when it fits and the host does so.
  bool fence = false;
  bool solicited = false;
};

/// A send WQE as it stands in the queue, its unused bytes zero.
struct SendWqe {
  std::array<std::uint8_t, kMaxWqeBytes + kSegmentBytes> bytes{};
  std::uint32_t segments = 0;
  [[nodiscard]] std::uint32_t blocks() const { return basic_blocks(segments); }
};

/// The WQE at producer index `index` of queue pair `qpn`. `inline_data` holds `request.bytes` bytes
/// when the data goes inline; otherwise it is not looked at.
[[nodiscard]] SendWqe build_send_wqe(const WorkRequest& request, std::uint32_t qpn,
                                     std::uint16_t index, const std::uint8_t* inline_data);

/// Blocks that the WQE of `request` takes.
[[nodiscard]] std::uint32_t blocks_of(const WorkRequest& request);

}  // namespace ib::tb
