// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/queues/cqe.h"
#include "models/ib/queues/wqe.h"
#include "models/ib/transport/segmentation.h"

namespace ib {

/// What the HCA does for a request by itself, once all requests before it are complete.
enum class LocalOperation : std::uint8_t { kNone, kBindWindow, kInvalidate };

/// A send work request as the requester keeps it until it is complete.
struct SendRequest {
  MessageKind kind = MessageKind::kSend;
  bool completion = false;  ///< Wants a CQE on success too.
  bool solicited = false;
  bool fence = false;
  bool local_only = false;                           ///< Sends nothing: completes in its turn.
  LocalOperation operation = LocalOperation::kNone;  ///< With `local_only`: holds what follows.
  CqeSyndrome fault = CqeSyndrome::kNone;  ///< Found bad before sending: fails in its turn.
  std::uint8_t wqe_opcode = 0;
  std::uint8_t blocks = 1;  ///< Basic blocks of the send queue it takes.
  std::uint16_t wqe_index = 0;
  std::uint32_t immediate = 0;
  std::uint32_t length = 0;
  std::uint32_t rkey = 0;
  std::uint64_t remote_address = 0;
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;
  std::uint32_t xrc_srqn = 0;    ///< XRC only.
  std::uint32_t ee_context = 0;  ///< RD only.
  AddressVector destination;     ///< Datagrams only; RD: Q_Key and queue pair.
  bool resync = false;           ///< RD: sets the peer's expected PSN and nothing else.
  WindowBinding binding;         ///< kBindWindow only. kInvalidate names its key in `immediate`.
  std::uint32_t gather = 0;      ///< The owner's handle on the local memory list.

  Psn first_psn;              ///< Set when accepted.
  std::uint32_t packets = 0;  ///< PSNs it takes, set when accepted.
  std::uint32_t ssn = 0;  ///< Its number among all requests, from 1, 24 bits; set when accepted.
};

/// What to put into the next request packet.
struct RequestPacket {
  std::uint8_t opcode = 0;
  Psn psn;
  bool ack_request = false;
  bool starts = false;       ///< First or Only: RETH or AtomicETH where the kind has one.
  bool ends = false;         ///< Last or Only: immediate and solicited event belong here.
  std::uint32_t offset = 0;  ///< Of the payload in the message; of the rest of a READ.
  std::uint32_t length = 0;  ///< Payload bytes; for READ and RETH, bytes still wanted.
  const SendRequest* request = nullptr;
};

}  // namespace ib
