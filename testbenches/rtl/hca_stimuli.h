// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/transport/psn_checker.h"
#include "models/ib/transport/send_scheduler.h"
#include "models/ib/transport/wqe_decoder.h"

namespace ib::tb {

/// Queries near the expected PSN, at the ends of the window and anywhere, with sink stalls.
class PsnCheckerStimulus {
 public:
  explicit PsnCheckerStimulus(std::uint64_t seed) : random_{seed, "psn_checker"} {}

  const PsnCheckerIn& next(const PsnCheckerOut& /*previous*/) {
    in_.ready = random_.below(4) != 0;
    in_.query.reset();
    if (random_.below(4) == 0) return in_;
    PsnQuery query;
    query.expected = Psn{static_cast<std::uint32_t>(random_())};
    query.psn = query.expected.plus(distance());
    query.nak_sent = random_.below(2) != 0;
    query.is_read = random_.below(2) != 0;
    query.mtu = 256u << random_.below(5);
    query.length = length(query.mtu);
    in_.query = query;
    return in_;
  }
  static bool same(const PsnCheckerOut& a, const PsnCheckerOut& b) {
    if (a.ready != b.ready || a.answer.has_value() != b.answer.has_value()) return false;
    return !a.answer || (a.answer->window == b.answer->window && a.answer->next == b.answer->next);
  }

 private:
  std::uint32_t distance() {
    constexpr std::array<std::uint32_t, 8> kEdges{0,        0,        0,        1,
                                                  0xFFFFFF, 0x7FFFFF, 0x800000, 0x800001};
    return random_.below(4) == 0 ? static_cast<std::uint32_t>(random_())
                                 : kEdges[random_.below(kEdges.size())];
  }
  std::uint32_t length(std::uint32_t mtu) {
    const auto packets = static_cast<std::uint32_t>(random_.below(20));
    const auto more = static_cast<std::uint32_t>(random_.below(3));
    return random_.below(4) == 0 ? static_cast<std::uint32_t>(random_()) : packets * mtu + more;
  }

  RandomStream random_;
  PsnCheckerIn in_;
};

/// Queue pairs that get in line for turns of a few packets and are served, held back by their
/// level, or turn out to have nothing; the lines run empty and full by turns. Time creeps, so that
/// packets come just in time, just late and too early.
class SendSchedulerStimulus {
 public:
  explicit SendSchedulerStimulus(std::uint64_t seed) : random_{seed, "send_scheduler"} {}

  const SendSchedulerIn& next(const SendSchedulerOut& previous) {
    using Operation = SendOperation;
    // Many more come than go for a while, then the other way round.
    if (random_.below(20'000) == 0) filling_ = !filling_;
    now_ += static_cast<std::int64_t>(random_.below(3));
    const bool offered = in_.operation == Operation::kOffer && previous.done;
    constexpr std::array kOthers{Operation::kNone,   Operation::kOffer, Operation::kOffer,
                                 Operation::kServed, Operation::kLeave, Operation::kRelease,
                                 Operation::kRelease};
    in_.operation = kOthers[random_.below(kOthers.size())];
    if (random_.below(8) < (filling_ ? 6u : 1u)) in_.operation = Operation::kJoin;
    if (offered && random_.below(8) != 0) in_.operation = Operation::kServed;
    in_.of = random_.below(2) == 0 ? SendClass::kRequests : SendClass::kResponses;
    in_.turn = {static_cast<std::uint32_t>(random_()) & kMask24,
                static_cast<std::uint32_t>(random_()),
                static_cast<std::uint8_t>(1 + random_.below(random_.below(16) == 0 ? 255 : 4)),
                random_.below(8) == 0};
    in_.packet = {static_cast<std::uint8_t>(random_.below(16)),
                  random_.below(4) != 0,
                  random_.below(2) == 0,
                  static_cast<std::int64_t>(random_.below(60)),
                  now_,
                  2};
    return in_;
  }
  static bool same(const SendSchedulerOut& a, const SendSchedulerOut& b) {
    if (a.done != b.done || a.waiting != b.waiting || a.next != b.next) return false;
    if (a.choice.has_value() != b.choice.has_value()) return false;
    return !a.choice || (a.choice->of == b.choice->of && a.choice->turn.qpn == b.choice->turn.qpn &&
                         a.choice->turn.epoch == b.choice->turn.epoch &&
                         a.choice->turn.packets == b.choice->turn.packets &&
                         a.choice->turn.begun == b.choice->turn.begun);
  }

 private:
  RandomStream random_;
  SendSchedulerIn in_;
  std::int64_t now_ = 0;
  bool filling_ = true;
};

/// WQEs of every operation and service, most of them well made, some cut, with lengths about the
/// limits, nonsense in a few; source idles and sink stalls.
class WqeDecoderStimulus {
 public:
  explicit WqeDecoderStimulus(std::uint64_t seed) : random_{seed, "wqe_decoder"} {}

  const WqeDecoderIn& next(const WqeDecoderOut& previous) {
    if (in_.valid && previous.ready && ++block_ == wqe_blocks(wqe_.data())) begin();
    in_.valid = random_.below(4) != 0;
    in_.ready = random_.below(4) != 0;
    in_.type = type_;
    std::copy_n(wqe_.begin() + static_cast<std::ptrdiff_t>(block_ * kBasicBlockBytes),
                kBasicBlockBytes, in_.block.begin());
    return in_;
  }
  static bool same(const WqeDecoderOut& a, const WqeDecoderOut& b) {
    return a.ready == b.ready && a.valid == b.valid && a.qpn == b.qpn &&
           a.first_piece == b.first_piece && a.segments == b.segments && same(a.request, b.request);
  }

 private:
  static bool same(const SendRequest& a, const SendRequest& b) {
    return a.kind == b.kind && a.completion == b.completion && a.solicited == b.solicited &&
           a.fence == b.fence && a.local_only == b.local_only && a.fault == b.fault &&
           a.wqe_opcode == b.wqe_opcode && a.blocks == b.blocks && a.wqe_index == b.wqe_index &&
           a.immediate == b.immediate && a.length == b.length && a.rkey == b.rkey &&
           a.remote_address == b.remote_address && a.swap_add == b.swap_add &&
           a.compare == b.compare && a.xrc_srqn == b.xrc_srqn && a.ee_context == b.ee_context &&
           a.operation == b.operation && same<bind_segment::kBytes>(a.binding, b.binding) &&
           same<datagram_segment::kBytes>(a.destination, b.destination);
  }
  template <std::size_t kBytes, class Segment>
  static bool same(const Segment& a, const Segment& b) {
    std::array<std::uint8_t, kBytes> x{};
    std::array<std::uint8_t, kBytes> y{};
    encode(a, x.data());
    encode(b, y.data());
    return x == y;
  }
  void begin() {
    for (std::size_t i = 0; i < wqe_.size(); i += 8) {
      const std::uint64_t word = random_();
      std::memcpy(&wqe_[i], &word, 8);
    }
    block_ = 0;
    constexpr std::array kTypes{QpType::kRc, QpType::kUc, QpType::kRd, QpType::kUd,
                                QpType::kXrcInitiator};
    type_ = kTypes[random_.below(kTypes.size())];
    if (random_.below(8) == 0) return;
    constexpr std::array kOpcodes{0x00, 0x01, 0x08, 0x09, 0x0A, 0x0B, 0x10, 0x11, 0x12, 0x18, 0x1B};
    store_field(wqe_.data(), control_segment::kOpcode,
                static_cast<std::uint32_t>(kOpcodes[random_.below(kOpcodes.size())]));
    const std::uint64_t longest = random_.below(8) == 0 ? 64 : 12;
    store_field(wqe_.data(), control_segment::kDs,
                static_cast<std::uint32_t>(random_.below(longest)));
    if (random_.below(8) != 0) store_field(&wqe_[kSegmentBytes], datagram_segment::kExtended, 1);
    for (std::size_t at = kSegmentBytes; at < wqe_.size(); at += kSegmentBytes)
      make_piece(&wqe_[at]);
  }
  /// The list begins where it likes, so each segment is a piece of it, as good as not.
  void make_piece(std::uint8_t* at) {
    constexpr std::array<std::uint32_t, 8> kLengths{8,        8,        0,          1,
                                                    1u << 30, 1u << 30, 0x7FFFFFFF, 4096};
    const bool is_inline = random_.below(4) == 0;
    const bool keep = random_.below(8) == 0;  // the flag of a datagram segment among others
    if (keep) return;
    store_field(at, data_segment::kInline, is_inline ? 1 : 0);
    store_field(at, data_segment::kByteCount,
                is_inline ? static_cast<std::uint32_t>(random_.below(64))
                          : kLengths[random_.below(kLengths.size())]);
  }

  RandomStream random_;
  WqeDecoderIn in_;
  std::array<std::uint8_t, 16 * kBasicBlockBytes> wqe_{};
  std::uint32_t block_ = 0;
  QpType type_ = QpType::kRc;
};

}  // namespace ib::tb
