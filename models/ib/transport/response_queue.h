// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/ring.h"
#include "models/ib/base/types.h"
#include "models/ib/packet/opcode.h"
#include "models/ib/transport/rc_responder.h"

namespace ib {

/// An answer that a responder owes.
struct Response {
  enum class Kind : std::uint8_t { kAcknowledge, kRead, kAtomic };

  Kind kind = Kind::kAcknowledge;
  bool urgent = false;        ///< The requester asked for it, or it is a NAK.
  bool pending = false;       ///< Atomic: still being executed.
  std::uint8_t syndrome = 0;  ///< Of the AETH.
  Psn psn;                    ///< Acknowledged; or of the next response packet.
  std::uint32_t msn = 0;
  std::uint32_t merged = 0;   ///< Request packets that an acknowledgement stands for.
  std::uint64_t address = 0;  ///< READ: next byte.
  std::uint32_t rkey = 0;
  std::uint32_t pd = 0;         ///< READ: protection domain that `rkey` belongs to.
  std::uint32_t remaining = 0;  ///< READ: bytes still to send.
  bool begun = false;           ///< READ: its First packet has gone.
  std::uint64_t original = 0;   ///< Atomic: value before.
  std::uint32_t dest_qpn = 0;   ///< RD: queue pair that asked.
};

/// One READ response packet.
struct ReadResponsePacket {
  std::uint8_t opcode = 0;
  Psn psn;
  std::uint32_t length = 0;
  std::uint64_t address = 0;
  bool has_aeth = false;
  bool ends = false;
};

/// The answers of one queue pair in the order of their PSNs. Acknowledgements that follow each
/// other merge into one; none overtakes a READ response, which acknowledges by itself.
class ResponseQueue {
 public:
  ResponseQueue() = default;
  /// An acknowledgement that says nothing new may wait until `coalesce` packets are behind it.
  explicit ResponseQueue(std::uint32_t coalesce, Transport transport = Transport::kRc)
      : coalesce_(coalesce), transport_(transport) {}

  /// RD: the queue pair that answers are for from now on.
  void answer_to(std::uint32_t qpn) { dest_qpn_ = qpn; }
  void acknowledge(Psn psn, std::uint32_t msn, std::uint8_t syndrome, bool asked);
  /// A NAK or RNR NAK: always sent, ends any merging.
  void refuse(Psn psn, std::uint32_t msn, std::uint8_t syndrome);
  void read(Psn psn, std::uint32_t msn, std::uint64_t address, std::uint32_t rkey,
            std::uint32_t length, std::uint32_t pd = 0);
  void atomic(Psn psn, std::uint32_t msn, std::uint64_t original);
  /// Keeps the place of the answer to an atomic that is being executed.
  void await_atomic(Psn psn, std::uint32_t msn);
  /// The atomic that was awaited has been executed; nothing when its answer is not wanted any more.
  void complete_atomic(Psn psn, std::uint64_t original);

  [[nodiscard]] bool empty() const { return ring_.empty(); }
  [[nodiscard]] std::size_t size() const { return ring_.size(); }
  /// The first answer may go now.
  [[nodiscard]] bool due() const;
  [[nodiscard]] const Response& front() const { return ring_.front(); }
  void pop() { ring_.pop(); }
  void clear() { ring_.clear(); }

  /// The next packet of the READ in front; pops it with its last packet.
  [[nodiscard]] ReadResponsePacket next_read_packet(std::uint32_t mtu);

 private:
  Ring<Response> ring_;
  [[nodiscard]] Response& add();

  std::uint32_t coalesce_ = 1;
  std::uint32_t dest_qpn_ = 0;
  Transport transport_ = Transport::kRc;
};

}  // namespace ib
