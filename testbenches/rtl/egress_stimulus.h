// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <utility>

#include "models/ib/base/random.h"
#include "models/ib/link/credits.h"
#include "models/ib/packet/routing_headers.h"
#include "models/ib/switching/egress.h"
#include "rtl/cosim/egress_rtl.h"
#include "testbenches/rtl/switch_stimuli.h"

namespace ib::tb {

inline constexpr std::uint32_t kEgressPeriod = 0x20000;

/// A word of 64 bytes takes `quarters_a_word` quarters of a clock.
[[nodiscard]] inline EgressSizes egress_sizes(std::uint32_t quarters_a_word) {
  EgressSizes sizes;
  sizes.data_vls = cosim::kEgressRtlDataVls;
  sizes.egress_blocks = cosim::kEgressRtlBlocks;
  sizes.crossbar = cosim::kEgressRtlCrossbar;
  sizes.egress = cosim::kEgressRtlEgress;
  sizes.period = kEgressPeriod;
  sizes.byte_time = kEgressPeriod / 256 * quarters_a_word;
  sizes.interval = 50;
  sizes.tables = equal_vl_shares(sizes.data_vls);
  return sizes;
}

/// Packets of all lengths from inputs as fast as the line or slower, granted in turn as far as
/// there is room, whole at the grant or still coming in; a peer that starves lanes of credits at
/// times.
class EgressStimulus {
 public:
  EgressStimulus(std::uint64_t seed, const EgressSizes& sizes)
      : random_{seed, "egress"}, sizes_(sizes) {}

  const EgressIn& next(const EgressOut& previous) {
    in_ = EgressIn{};
    if (random_.below(8) == 0) in_.due = static_cast<std::uint16_t>(random_() & all_vls());
    update(previous);
    if (clock_ >= next_grant_ && previous.room != 0 && random_.below(3) != 0) {
      announce(previous.room);
    }
    if (!words_.empty() && words_.front().when == clock_) {
      in_.word = words_.front().word;
      in_.last = words_.front().last;
      in_.bad = words_.front().last && random_.below(8) == 0;
      words_.pop_front();
    }
    ++clock_;
    return in_;
  }
  static bool same(const EgressOut& a, const EgressOut& b) {
    return a.room == b.room && a.busy == b.busy && a.fc_goes == b.fc_goes &&
           a.fc_init == b.fc_init && a.fctbs == b.fctbs && same_word(a.first, b.first) &&
           same_discard(a, b) && same_word(a.later, b.later) &&
           (!a.later || (a.later->last == b.later->last && a.later->bad_end == b.later->bad_end)) &&
           a.judged == b.judged && a.starved == b.starved;
  }

 private:
  template <class Line>
  static bool same_word(const Line& a, const Line& b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return a->bytes == b->bytes && a->word == b->word;
  }
  static bool same_discard(const EgressOut& a, const EgressOut& b) {
    if (!a.discarded || !b.discarded) return a.discarded.has_value() == b.discarded.has_value();
    return a.discarded->first.bytes == b.discarded->first.bytes &&
           a.discarded->first.word == b.discarded->first.word &&
           a.discarded->overdue == b.discarded->overdue &&
           a.discarded->stalls == b.discarded->stalls;
  }
  [[nodiscard]] std::uint64_t all_vls() const { return (1u << sizes_.data_vls) - 1; }

  /// The peer gives at most a window, often little, at times nothing for long.
  void update(const EgressOut& previous) {
    if (random_.below(500) == 0) generous_ = random_.below(3) != 0;
    if (random_.below(generous_ ? 4 : 60) != 0) return;
    const std::uint64_t vl = random_.below(sizes_.data_vls);
    const std::uint64_t limit = previous.fctbs[vl] + random_.below(generous_ ? 100 : 12);
    // A limit never falls.
    const std::uint64_t step = (limit - fccl_[vl]) & kCreditMask;
    if (step > kMaxCreditWindow) return;
    fccl_[vl] = static_cast<std::uint16_t>(limit & kCreditMask);
    in_.fccl[vl] = fccl_[vl];
  }
  void announce(std::uint16_t room) {
    std::uint64_t vl = random_.below(sizes_.data_vls);
    while ((room >> vl & 1) == 0) vl = (vl + 1) % sizes_.data_vls;
    const std::uint32_t most = 16 * sizes_.longest - 1;
    const auto pkt_len = static_cast<std::uint16_t>(
        random_.below(4) == 0 ? 6 + random_.below(10) : 6 + random_.below(most - 6));
    const std::uint32_t bytes = 4u * pkt_len + 2;
    EgressIn::Announcement packet;
    packet.vl = Vl{static_cast<std::uint8_t>(vl)};
    packet.blocks = static_cast<std::uint8_t>((bytes + 63) / 64);
    cross(packet, pkt_len, bytes);
    in_.announced = packet;
    // The next one is granted when the last word crosses, and sees the room this one took.
    next_grant_ = clock_ + std::max<std::uint64_t>(packet.last, 2);
  }
  /// Words cross from the next clock on, in turn, none before it has come in.
  void cross(EgressIn::Announcement& packet, std::uint16_t pkt_len, std::uint32_t bytes) {
    const std::uint64_t slowness = 4 + random_.below(5);  // quarters of this line's byte time
    const std::uint64_t in_byte = sizes_.byte_time * slowness / 4;
    const std::uint64_t head_start = random_.below(2) == 0 ? bytes * in_byte : 0;
    std::uint64_t crossed = clock_;
    for (unsigned i = 0; i < packet.blocks; ++i) {
      const std::uint64_t end = std::min<std::uint64_t>(64 * (i + 1), bytes) - std::min(64u, bytes);
      const std::uint64_t time = end * in_byte;
      const std::uint64_t wait = time > head_start ? time - head_start : 0;
      const std::uint64_t there = clock_ + 1 + (wait + sizes_.period - 1) / sizes_.period;
      crossed = std::max(crossed + 1, there);
      if (i + 2 == packet.blocks) packet.full = static_cast<std::uint16_t>(crossed - clock_);
      words_.push_back({crossed + sizes_.crossbar, i + 1u == packet.blocks, random_word(random_)});
      if (i == 0) put_header(words_.back().word, packet.vl, pkt_len);
    }
    packet.last = static_cast<std::uint16_t>(crossed - clock_);
  }
  void put_header(Word& word, Vl vl, std::uint16_t pkt_len) {
    Lrh lrh = Lrh::decode(word.data());
    lrh.vl = vl;
    lrh.pkt_len = pkt_len;
    lrh.encode(word.data());
  }

  /// A word that comes out of the crossbar.
  struct Crossing {
    std::uint64_t when = 0;
    bool last = false;
    Word word{};
  };

  RandomStream random_;
  EgressSizes sizes_;
  EgressIn in_;
  std::uint64_t clock_ = 0;
  std::uint64_t next_grant_ = 0;
  bool generous_ = true;
  std::array<std::uint16_t, kDataVls> fccl_{};
  std::deque<Crossing> words_;
};

}  // namespace ib::tb
