// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/hca/gather_pool.h"
#include "models/hca/protection.h"
#include "models/ib/base/ring.h"
#include "models/ib/congestion/injection_throttle.h"
#include "models/ib/packet/payload.h"
#include "models/ib/queues/context.h"
#include "models/ib/queues/event.h"
#include "models/ib/transport/pacer.h"
#include "models/ib/transport/rc_requester.h"
#include "models/ib/transport/rc_responder.h"
#include "models/ib/transport/response_queue.h"
#include "models/ib/transport/uc_responder.h"
#include "models/link/packet_store.h"
#include "tlm/time.h"

namespace ib::hca {

/// The send queue's ring in host memory, as far as the HCA knows it. Indices count blocks.
struct SendQueueState {
  std::uint16_t producer = 0;      ///< From the newest doorbell.
  std::uint16_t next = 0;          ///< First block not decoded.
  std::uint8_t least_fetch = 1;    ///< Blocks that the WQE at `next` is known to need.
  std::uint16_t fetch_blocks = 0;  ///< Being fetched.
  bool fetching = false;
  bool pushed = false;  ///< `pushed_wqe` holds the WQE at `pushed_index` (BlueFlame).
  std::uint16_t pushed_index = 0;
  std::uint8_t pushed_blocks = 0;
  Payload pushed_wqe;
};

/// A receive WQE in the HCA.
struct ReceiveWqe {
  std::uint16_t index = 0;
  std::uint32_t pd = 0;     ///< Protection domain of its memory list.
  std::uint32_t cqn = 0;    ///< Where its completion goes.
  std::uint32_t srqn = 0;   ///< The shared queue it comes from, 0: none.
  std::uint32_t bytes = 0;  ///< Room in it.
  GatherPool::Handle gather = 0;
};

/// The receive queue's ring in host memory, as far as the HCA knows it. Indices count WQEs.
struct ReceiveQueueState {
  std::uint16_t producer = 0;    ///< From the last look at the doorbell record.
  std::uint16_t next = 0;        ///< First WQE not fetched.
  std::uint16_t fetch_wqes = 0;  ///< Being fetched.
  bool fetching = false;
  bool found_empty = false;  ///< The last look, for a waiting packet, found nothing new.
  Ring<ReceiveWqe> ready;
};

/// What a queue pair has sent and received; bytes LRH through VCRC.
struct QueuePairTraffic {
  std::uint64_t packets_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t packets_resent = 0;
};

/// No job of the translator.
inline constexpr std::uint32_t kNoTranslation = ~std::uint32_t{0};

/// A flow under congestion control.
struct ControlledFlow {
  InjectionThrottle throttle;
  Ticks earliest = 0;  ///< When its next packet may be made.
};

/// A queue pair or end-to-end context for as long as it is not reset.
struct QueuePairRef {
  std::uint32_t number = 0;
  std::uint32_t epoch = 0;
};

/// What a queue pair of reliable datagrams has beside others. Its requester keeps order alone.
struct DatagramState {
  bool dispatched = false;  ///< The oldest request is in line at `context`, or under way there.
  bool again = false;       ///< It has begun.
  bool waits_rnr = false;   ///< It waits because the other end had no receive WQE.
  std::uint8_t rnr_left = 0;
  QueuePairRef context;
  Ring<QueuePairRef> waiting;  ///< Contexts with a message for it that wait for a receive WQE.
};

/// What an end-to-end context has beside a connection.
struct EndToEndState {
  Ring<QueuePairRef> senders;  ///< Queue pairs whose oldest request waits for its turn.
  QueuePairRef sender;         ///< Whose message is under way; 0: nobody's.
  Accessor sender_memory;      ///< Its memory; stays for the RESYNC after a message.
  std::uint32_t dest_qpn = 0;
  std::uint32_t q_key = 0;
  QueuePairRef target;           ///< Queue pair that the present or last inbound message is for,
  std::uint32_t target_pd = 0;   ///< its protection domain,
  std::uint32_t source_qpn = 0;  ///< and who sent it.
};

/// A queue pair or end-to-end context: its context, both halves of the connection, and where it
/// stands in the engines.
struct QueuePair {
  std::uint32_t number = 0;
  std::uint32_t epoch = 0;  ///< Rises with each reset.
  QpContext context;

  PathMigration migration;
  RcRequester requester;
  SendQueueState sq;
  bool in_request_ring = false;
  Pacer pacer;  ///< By the static rate of its path.
  bool pace_timer_set = false;
  bool drain_reported = true;                ///< Since SQD was entered.
  std::uint32_t answering = kNoTranslation;  ///< Job of the response at hand.
  link::SlotQueue stalled_answers;           ///< Responses that wait for page addresses.
  std::uint32_t requests_in_transmit = 0;    ///< Packets described and not yet at the port.

  RcResponder responder;
  UcResponder uc;
  bool uc_judged = false;               ///< The first stalled packet has passed `uc`.
  std::optional<ReceiveWqe> receiving;  ///< Of the message that comes in.
  std::uint32_t named_srqn = 0;         ///< XRC target: the shared queue of the present message ...
  std::uint32_t named_pd = 0;           ///< ... and its protection domain.
  std::uint32_t placing = kNoTranslation;  ///< Job of the request at hand.
  ResponseQueue responses;
  ReceiveQueueState rq;
  bool in_response_ring = false;
  bool established = false;      ///< A packet has come in RTR.
  std::uint32_t reads_owed = 0;  ///< READs and atomics in `responses`.
  std::uint32_t responses_in_transmit = 0;
  link::SlotQueue awaiting;  ///< Packets that wait for contexts.
  link::SlotQueue stalled;   ///< Requests that wait for a receive WQE or page addresses.

  Cycle transport_deadline = kNoCycle;
  bool transport_timer_set = false;
  Cycle ack_deadline = kNoCycle;

  QueuePairTraffic traffic;
  std::unique_ptr<DatagramState> datagrams;   ///< RD only.
  std::unique_ptr<EndToEndState> end_to_end;  ///< End-to-end contexts only.
  ControlledFlow flow;
  bool owes_becn = false;  ///< Its next acknowledgement carries BECN.

  /// The shared receive queue that the present message uses, 0: none.
  [[nodiscard]] std::uint32_t srqn() const {
    return context.type == QpType::kXrcTarget ? named_srqn : context.srqn;
  }
  /// The protection domain that remote keys are looked for in.
  [[nodiscard]] std::uint32_t remote_pd() const {
    if (end_to_end) return end_to_end->target_pd;
    return context.type == QpType::kXrcTarget ? named_pd : context.pd;
  }
  /// The queue pair that receives the present message.
  [[nodiscard]] std::uint32_t receiver() const {
    return end_to_end ? end_to_end->target.number : number;
  }
  [[nodiscard]] Accessor self() const {
    return end_to_end ? end_to_end->sender_memory : Accessor{context.pd, number};
  }
  [[nodiscard]] Accessor peer() const { return {remote_pd(), receiver()}; }
  [[nodiscard]] std::uint32_t mtu() const { return bytes(Mtu{context.attributes.path_mtu}); }
};

/// What software waits for at a completion queue.
enum class CqArmed : std::uint8_t { kNo, kSolicited, kNext };

/// A completion queue. Indices count entries and have 24 bits.
struct CompletionQueueState {
  CqContext context;
  std::uint32_t producer = 0;
  std::uint32_t consumer = 0;  ///< From the last look at the doorbell record.
  std::uint32_t epoch = 0;     ///< Tells it from a later queue of the same number.
  bool reading_record = false;
  bool seemed_full = false;  ///< When that look began.
  bool overrun = false;      ///< In error: nothing is reported any more.
  Ring<Cqe> held;            ///< Wait for that look.
  Ring<Cqe> session;         ///< Wait to be written under one title.
  Cycle session_deadline = kNoCycle;
  CqArmed armed = CqArmed::kNo;
  std::uint32_t solicited = 0;  ///< Producer index behind the newest solicited entry.
  std::uint32_t moderated = 0;  ///< Completions that the next event stands for.
  Cycle moderation_deadline = kNoCycle;
  std::uint32_t users = 0;  ///< Queue pairs that report to it, twice if for both their queues.
};

/// A shared receive queue's ring in host memory, as far as the HCA knows it.
struct SharedReceiveState {
  struct Waiter {
    std::uint32_t qpn = 0;
    std::uint32_t epoch = 0;
  };

  SrqContext context;
  std::uint32_t epoch = 0;
  std::uint32_t users = 0;     ///< Queue pairs.
  std::uint16_t producer = 0;  ///< WQEs posted, from the last look at the doorbell record.
  std::uint16_t fetched = 0;   ///< WQEs fetched.
  std::uint32_t next = 0;      ///< Index of the next one.
  std::uint32_t fetch_wqes = 0;
  bool fetching = false;
  std::uint32_t looking_for = 0;  ///< Waiters when the present look began.
  std::uint32_t limit = 0;        ///< Armed when not 0.
  Ring<ReceiveWqe> ready;
  Ring<Waiter> waiting;  ///< Queue pairs with a message that has found none.
};

/// An event queue. Indices have 24 bits.
struct EventQueueState {
  EqContext context;
  std::uint32_t producer = 0;
  std::uint32_t consumer = 0;
  bool armed = false;
};

}  // namespace ib::hca
