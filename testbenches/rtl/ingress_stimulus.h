// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/base/bytes.h"
#include "models/ib/base/random.h"
#include "models/ib/packet/crc.h"
#include "models/ib/packet/routing_headers.h"
#include "models/ib/switching/ingress.h"
#include "rtl/cosim/ingress_rtl.h"
#include "testbenches/rtl/switch_stimuli.h"

namespace ib::tb {

/// A word of 64 bytes takes `quarters_a_word` quarters of a clock.
[[nodiscard]] inline IngressSizes ingress_sizes(std::uint32_t quarters_a_word) {
  constexpr std::uint32_t kPeriod = 0x20000;
  return {cosim::kIngressRtlPorts, cosim::kIngressRtlDataVls, cosim::kIngressRtlRouteCycles,
          kPeriod, kPeriod / 256 * quarters_a_word};
}

/// A line that is not in step with the clock, with packets of all lengths and
/// pauses as far as there is room for them, tables that discard some, and
/// grants for what waits, or for nothing.
class IngressStimulus {
 public:
  IngressStimulus(std::uint64_t seed, const IngressSizes& sizes, unsigned rx_blocks)
      : random_{seed, "ingress"}, sizes_(sizes) {
    room_.fill(rx_blocks);
    pause();
  }

  const IngressIn& next(const IngressOut& previous) {
    if (previous.freed) room_[previous.freed->vl.value()] += previous.freed->blocks;
    if (previous.dropped) room_[previous.dropped->vl.value()] += previous.dropped->blocks;
    in_ = IngressIn{};
    in_.route = {static_cast<unsigned>(random_.below(sizes_.ports)), some_vl(),
                 random_.below(16) == 0};
    if (random_.below(4) != 0) in_.grant = some_grant(previous.waiting);
    move_line();
    ++clock_;
    return in_;
  }
  static bool same(const IngressOut& a, const IngressOut& b) {
    return same_header(a, b) && a.waiting == b.waiting && a.free == b.free && same_grant(a, b) &&
           same_crossing(a, b) && same_buffer(a.freed, b.freed) &&
           same_buffer(a.dropped, b.dropped) && a.killed == b.killed &&
           same_buffer(a.withdrawn, b.withdrawn) && a.withdrawn_own == b.withdrawn_own;
  }

 private:
  static bool same_header(const IngressOut& a, const IngressOut& b) {
    if (!a.header || !b.header) return a.header.has_value() == b.header.has_value();
    return a.header->dlid == b.header->dlid && a.header->sl == b.header->sl &&
           a.header->vl == b.header->vl && a.header->blocks == b.header->blocks;
  }
  static bool same_grant(const IngressOut& a, const IngressOut& b) {
    if (!a.granted || !b.granted) return a.granted.has_value() == b.granted.has_value();
    return a.granted->blocks == b.granted->blocks && a.granted->full == b.granted->full &&
           a.granted->last == b.granted->last;
  }
  static bool same_crossing(const IngressOut& a, const IngressOut& b) {
    if (!a.crossing || !b.crossing) return a.crossing.has_value() == b.crossing.has_value();
    return a.crossing->output == b.crossing->output && a.crossing->last == b.crossing->last &&
           a.crossing->bad == b.crossing->bad && a.crossing->word == b.crossing->word;
  }
  static bool same_buffer(const std::optional<IngressOut::Buffer>& a,
                          const std::optional<IngressOut::Buffer>& b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return a->vl == b->vl && a->blocks == b->blocks;
  }

  Vl some_vl() { return Vl{static_cast<std::uint8_t>(random_.below(sizes_.data_vls))}; }
  IngressIn::Grant some_grant(std::uint64_t waiting) {
    const std::uint64_t queues = std::uint64_t{sizes_.ports} * sizes_.data_vls;
    std::uint64_t queue = random_.below(queues);
    for (std::uint64_t i = 0; i < queues && (waiting >> queue & 1) == 0; ++i) {
      queue = (queue + 1) % queues;
    }
    return {static_cast<unsigned>(queue / sizes_.data_vls),
            Vl{static_cast<std::uint8_t>(queue % sizes_.data_vls)}};
  }

  [[nodiscard]] std::uint64_t edge() const { return clock_ * sizes_.period; }
  /// When the first `count` bytes of the packet on the line are in.
  [[nodiscard]] std::uint64_t in_after(std::uint32_t count) const {
    return start_ + std::uint64_t{count} * sizes_.byte_time;
  }
  void pause() {
    const std::uint64_t longest = random_.below(3) == 0 ? 20 * sizes_.period : 3 * sizes_.byte_time;
    previous_end_clock_ = clock_;
    start_ = in_after(bytes_) + 2u * sizes_.byte_time + random_.below(longest) +
             (random_.below(8) == 0 ? sizes_.period : 0);
    bytes_ = 0;
  }
  /// Hands over what is in by this clock's edge.
  void move_line() {
    while (start_ <= edge()) {
      if (bytes_ == 0 && !begin()) return;
      const std::uint32_t end = std::min(64 * (words_ + 1), bytes_);
      if (in_after(end) > edge()) return;
      const bool last = end == bytes_ && words_ > 0;
      std::optional<Word>& to = last ? in_.last : in_.word;
      to = random_word(random_);
      std::copy(packet_.begin() + std::ptrdiff_t{64} * words_, packet_.begin() + end, to->begin());
      if (words_ == 0) {
        in_.first = true;
        in_.phase = static_cast<std::uint32_t>(edge() - in_after(end));
      }
      ++words_;
      if (end == bytes_) pause();
    }
  }
  /// A packet that there is room for; the line waits a clock where there is
  /// none.
  bool begin() {
    // A packet of one word comes in no clock in which another one ends.
    const bool single = previous_end_clock_ + 1 < clock_ && random_.below(8) == 0;
    const auto pkt_len =
        static_cast<std::uint16_t>(single ? 6 + random_.below(10) : 17 + random_.below(140));
    const std::uint32_t bytes = 4u * pkt_len + 2;
    const std::uint32_t blocks = (bytes + 63) / 64;
    const Vl vl = some_vl();
    if (room_[vl.value()] < blocks) {
      start_ += sizes_.period;
      return false;
    }
    room_[vl.value()] -= blocks;
    lrh_.vl = vl;
    lrh_.sl = Sl{static_cast<std::uint8_t>(random_.below(16))};
    lrh_.dlid = Lid{static_cast<std::uint16_t>(random_())};
    lrh_.pkt_len = pkt_len;
    bytes_ = bytes;
    words_ = 0;
    fill_packet();
    return true;
  }
  /// One in eight has a bad VCRC.
  void fill_packet() {
    packet_.resize(bytes_);
    for (std::uint8_t& byte : packet_) byte = static_cast<std::uint8_t>(random_());
    lrh_.encode(packet_.data());
    const std::size_t end = bytes_ - 2;
    const unsigned damage = random_.below(8) == 0 ? 1u << random_.below(16) : 0;
    const unsigned check = vcrc(packet_.data(), end) ^ damage;
    store_le16(packet_.data() + end, static_cast<std::uint16_t>(check));
  }

  RandomStream random_;
  IngressSizes sizes_;
  IngressIn in_;
  std::array<unsigned, 16> room_{};
  std::uint64_t clock_ = 0;
  std::uint64_t start_ = 0;  ///< Of the packet on the line, or of the next.
  std::uint32_t bytes_ = 0;  ///< Of the packet on the line; 0: none.
  std::uint32_t words_ = 0;  ///< Of it that were handed over.
  std::uint64_t previous_end_clock_ = 0;
  std::vector<std::uint8_t> packet_;
  Lrh lrh_;
};

}  // namespace ib::tb
