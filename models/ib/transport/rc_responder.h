// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/base/types.h"
#include "models/ib/packet/aeth_syndrome.h"
#include "models/ib/packet/opcode.h"
#include "models/ib/queues/context.h"
#include "models/ib/transport/inbound_message.h"
#include "models/ib/transport/psn_checker.h"
#include "models/ib/transport/request_view.h"

namespace ib {

struct ResponderConfig {
  std::uint32_t mtu = 4096;
  Psn first_psn;
  std::uint32_t access = 0;  ///< Operations enabled, bits of ib::access.
  std::uint32_t max_dest_rd_atomic = 1;
  Transport transport = Transport::kRc;
  bool out_of_order_writes = false;  ///< Packets of an open WRITE are placed as they come.
};

/// What is remembered of a READ or atomic so that a duplicate can be answered.
struct ReadRecord {
  Psn first_psn;
  std::uint32_t packets = 0;
  std::uint64_t address = 0;
  std::uint32_t rkey = 0;
  std::uint32_t length = 0;
  bool is_atomic = false;
  bool atomic_done = false;
  std::uint64_t atomic_result = 0;
};

/// The receiving half of a reliable connection (ib-facts 6; IBTA Vol 1, 9.7): checks PSN, opcode
/// order and lengths, knows duplicates, counts messages. Touches no memory: its owner checks keys,
/// finds receive requests, moves data, and reports what came of it by `accept` or a refusal.
class RcResponder {
 public:
  void configure(const ResponderConfig& config);

  enum class Verdict : std::uint8_t {
    kExecute,           ///< The expected packet: do it, then `accept` or refuse.
    kAcknowledgeAgain,  ///< A duplicate SEND or WRITE: answer with `last_psn`.
    kReadAgain,         ///< A duplicate READ: `record` holds what it may read.
    kAtomicAgain,       ///< A duplicate atomic: answer the stored result in `record`.
    kPlaceEarly,        ///< Ahead, but of the open WRITE: put it at `early_offset`, `accept_early`.
    kResync,            ///< RD: the peer gave its message up: forget it, then `accept_resync`.
    kNakSequence,       ///< Ahead of the expected PSN, first of a gap.
    kNakInvalid,        ///< Breaks a rule: NAK invalid request, QP to error.
    kDrop,              ///< Nothing is answered.
  };
  struct Judgement {
    Verdict verdict = Verdict::kDrop;
    ReadRecord record;
  };
  [[nodiscard]] Judgement judge(const RequestView& request) {
    return judge(request, check_psn(psn_query(request)));
  }
  /// The same with the answer to `psn_query`, wherever that was found.
  [[nodiscard]] Judgement judge(const RequestView& request, const PsnAnswer& psn);
  [[nodiscard]] PsnQuery psn_query(const RequestView& request) const;

  /// The SEND or WRITE that comes in.
  [[nodiscard]] const InboundMessage& message() const { return message_; }

  /// Where the payload of an early packet lies in its message.
  [[nodiscard]] std::uint32_t early_offset(Psn psn) const {
    return static_cast<std::uint32_t>(psn.minus(write_first_)) * config_.mtu;
  }
  /// The judged packet was placed early.
  void accept_early(const RequestView& request);
  /// The packet judged last was executed.
  void accept(const RequestView& request);
  /// The result of an accepted atomic, kept for duplicates; until then they are dropped.
  void keep_atomic_result(Psn psn, std::uint64_t original);
  /// The judged packet found no receive request: it stays expected, what follows is dropped.
  void refuse_not_ready() { nak_sent_ = true; }
  /// RD: the open message is over; what follows of it is dropped until a RESYNC comes.
  void abandon() {
    message_.abandon();
    nak_sent_ = true;
  }
  /// The expected PSN follows that of the RESYNC.
  void accept_resync(Psn psn);

  [[nodiscard]] Psn expected_psn() const { return expected_; }
  [[nodiscard]] Psn last_psn() const { return expected_.plus(kMask24); }
  [[nodiscard]] std::uint32_t msn() const { return msn_; }

 private:
  static constexpr std::int32_t kEarlyWindow = 64;

  [[nodiscard]] Judgement judge_ahead(const RequestView& request, const OpcodeInfo& info,
                                      bool nak_sent);
  [[nodiscard]] bool fits_open_write(const RequestView& request, const OpcodeInfo& info) const;
  [[nodiscard]] std::uint64_t early_bit(Psn psn) const {
    return std::uint64_t{1} << (psn.minus(expected_) - 1);
  }
  void take_early();
  [[nodiscard]] Judgement judge_duplicate(const RequestView& request, const OpcodeInfo& info) const;
  [[nodiscard]] bool lengths_ok(const RequestView& request, const OpcodeInfo& info) const;
  [[nodiscard]] bool enabled(const OpcodeInfo& info) const;
  void remember(const RequestView& request, const OpcodeInfo& info);

  ResponderConfig config_;
  Psn expected_;
  std::uint32_t msn_ = 0;
  Psn expected_next_;        ///< Once the judged packet has been executed.
  bool nak_sent_ = false;    ///< A NAK went out for the expected PSN: no second one.
  Psn write_first_;          ///< PSN of the open WRITE's First.
  std::uint64_t early_ = 0;  ///< Bit n: the packet n + 1 behind the expected one is placed.
  InboundMessage message_;
  std::vector<ReadRecord> records_;  ///< The newest max_dest_rd_atomic, oldest overwritten first.
  std::size_t next_record_ = 0;
};

}  // namespace ib
