// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/base/ring.h"
#include "models/ib/base/types.h"
#include "models/ib/packet/aeth_syndrome.h"
#include "models/ib/transport/send_request.h"

namespace ib {

/// What MODIFY_QP fixed for the sending half.
struct RequesterConfig {
  std::uint32_t mtu = 4096;
  Psn first_psn;
  std::uint8_t retry_count = 7;
  std::uint8_t rnr_retry = 7;  ///< 7 = endless.
  std::uint32_t max_rd_atomic = 1;
  std::uint32_t ack_request_packets = 16;
  Transport transport = Transport::kRc;
  bool counts_credits = false;  ///< Until the peer says that it does not.
};

/// The sending half of a queue pair (ib-facts 6; IBTA Vol 1, 9.7): gives PSNs, cuts messages, keeps
/// what is not acknowledged, goes back to the oldest lost PSN. For the unreliable services a packet
/// counts as acknowledged when it has left. Knows no time: its owner runs the timers and tells when
/// they expire.
class RcRequester {
 public:
  void configure(const RequesterConfig& config);

  // Work requests, in order.
  void accept(const SendRequest& request);
  [[nodiscard]] std::size_t held() const { return requests_.size(); }
  [[nodiscard]] const SendRequest& oldest() const { return requests_.front(); }

  // Packets.
  /// There is a packet that may be sent now.
  [[nodiscard]] bool ready() const;
  /// The request that the next packet belongs to; only when ready.
  [[nodiscard]] const SendRequest& current() const { return at(cursor_); }
  /// The next packet; only when ready.
  [[nodiscard]] RequestPacket next();

  // Answers.
  enum class Answer : std::uint8_t {
    kIgnored,   ///< Old, or for nothing that was sent.
    kProgress,  ///< Something was acknowledged, or nothing is to be done.
    kResend,    ///< Goes back to a lost packet.
    kRnrWait,   ///< Waits for the time in `rnr_code`, then `rnr_expired`.
    kFailed,    ///< The connection is broken: see `failure`.
  };
  /// The credits of an answer that acknowledges, whatever else it says.
  void take_credits(std::uint8_t syndrome, std::uint32_t msn);
  [[nodiscard]] Answer on_ack(Psn psn, std::uint8_t syndrome);
  /// Where the response that is expected next belongs, when this is it; changes nothing.
  struct Place {
    std::uint32_t gather = 0;
    std::uint32_t offset = 0;
  };
  [[nodiscard]] std::optional<Place> place_of_response(Psn psn) const;
  /// Where a READ response's or atomic's payload belongs.
  struct Placement {
    Answer answer = Answer::kIgnored;
    bool take = false;
    std::uint32_t gather = 0;
    std::uint32_t offset = 0;
  };
  [[nodiscard]] Placement on_read_response(Psn psn, Position position, std::uint32_t length);
  [[nodiscard]] Placement on_atomic_response(Psn psn);
  /// Services without acknowledgement: the packet has left, which is all that is asked of it.
  [[nodiscard]] Answer on_sent(Psn psn);
  [[nodiscard]] Answer on_timeout();
  /// After a failure of the path: everything again from the oldest PSN, by another path.
  void try_again();
  void rnr_expired() { rnr_waiting_ = false; }
  /// RD: gives up the request that is held. Where a packet of it has gone, a RESYNC request takes
  /// its place, which brings the peer's expected PSN behind all that was sent (ib-facts 1.5).
  void resync();
  /// While draining no new message begins; what has begun goes on.
  void set_draining(bool draining) { draining_ = draining; }
  /// Nothing that has begun is unfinished.
  [[nodiscard]] bool drained() const { return unacked_ == sent_ && cursor_packet_ == 0; }
  [[nodiscard]] std::uint8_t rnr_code() const { return rnr_code_; }

  // Retirement.
  /// The oldest request is complete without error.
  [[nodiscard]] bool oldest_done() const;
  /// The oldest request asks for a local operation, whose time has come: do it, then `retire`.
  [[nodiscard]] bool oldest_operates() const;
  /// Forgets the oldest request, done or flushed.
  void retire();
  /// Why the connection broke: the oldest request that is not done fails so.
  [[nodiscard]] std::optional<CqeSyndrome> failure() const { return failure_; }
  /// A request found bad locally has reached its turn and nothing before it is open.
  [[nodiscard]] bool oldest_is_faulty() const;

  /// Something sent waits for its acknowledgement, so the transport timer runs.
  [[nodiscard]] bool awaits_answer() const {
    return acknowledged() && unacked_ != sent_ && !rnr_waiting_;
  }
  [[nodiscard]] bool rnr_waiting() const { return rnr_waiting_; }
  [[nodiscard]] Psn oldest_unacked() const { return unacked_; }
  [[nodiscard]] Psn next_psn() const { return next_psn_; }
  [[nodiscard]] std::uint64_t packets_resent() const { return resent_; }

 private:
  [[nodiscard]] bool acknowledged() const { return is_acknowledged(config_.transport); }
  [[nodiscard]] const SendRequest& at(std::size_t i) const { return requests_[i]; }
  /// Position of the request whose PSNs contain `psn`; it exists.
  [[nodiscard]] std::size_t find(Psn psn) const;
  [[nodiscard]] std::optional<std::size_t> first_open_read() const;
  [[nodiscard]] Psn expected_response(const SendRequest& read) const;
  [[nodiscard]] Psn cursor_psn() const;
  [[nodiscard]] bool may_start(const SendRequest& request) const;
  [[nodiscard]] RequestPacket describe(const SendRequest& request, std::uint32_t index);
  [[nodiscard]] bool wants_ack(bool ends);
  void skip_local();
  [[nodiscard]] Answer acknowledge_before(Psn end);
  [[nodiscard]] Answer on_rnr_nak(Psn psn, std::uint8_t code);
  void advance_unacked(Psn psn);
  void go_back(Psn psn);
  [[nodiscard]] Answer implied_nak(Psn missing);
  [[nodiscard]] Answer retry(Psn psn);
  [[nodiscard]] Answer fail(CqeSyndrome syndrome);
  [[nodiscard]] std::optional<std::size_t> response_target(Psn psn, Placement& placement);
  [[nodiscard]] Placement place(const SendRequest& request, Psn psn);

  RequesterConfig config_;
  Ring<SendRequest> requests_;
  std::size_t cursor_ = 0;           ///< Request that the next packet belongs to.
  std::uint32_t cursor_packet_ = 0;  ///< Its packet.
  Psn next_psn_;                     ///< Of the next accepted request.
  Psn sent_;                         ///< First PSN never sent.
  Psn unacked_;                      ///< Oldest PSN not acknowledged.
  Psn resume_;                       ///< PSN a resent READ starts its response with.
  std::uint32_t open_reads_ = 0;     ///< READs and atomics sent and not answered.
  std::uint32_t since_ack_request_ = 0;
  std::uint8_t retries_left_ = 0;
  std::uint8_t rnr_left_ = 0;
  std::uint8_t rnr_code_ = 0;
  bool rnr_waiting_ = false;
  bool draining_ = false;
  std::uint32_t next_ssn_ = 1;
  std::uint32_t limit_ssn_ = 0;  ///< Newest request that the peer has receives for (LSN).
  bool unlimited_ = true;
  bool implied_nak_sent_ = false;
  std::optional<CqeSyndrome> failure_;
  std::uint64_t resent_ = 0;
};

}  // namespace ib
