// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/egress_rtl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "models/ib/packet/crc.h"
#include "testbenches/rtl/egress_stimulus.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<EgressMachine> (*)(const EgressSizes&);

constexpr std::uint32_t kPeriod = tb::kEgressPeriod;
constexpr unsigned kLatency = cosim::kEgressRtlCrossbar + cosim::kEgressRtlEgress;

/// Every behaviour is asked of the C++ machine and of the RTL alike. A word takes a clock.
class EgressTwins : public testing::TestWithParam<Factory> {
 protected:
  EgressTwins() {
    dut_->reset();
    for (int clock = 0; clock < 20; ++clock) (void)dut_->step({});  // first flow control packets
  }

  /// A packet of `blocks` words, the last of 6 bytes, all of them there when it is granted.
  static Word header(unsigned blocks) {
    Lrh lrh;
    lrh.vl = Vl{1};
    lrh.pkt_len = static_cast<std::uint16_t>((blocks - 1) * 16 + 1);
    Word word{};
    lrh.encode(word.data());
    return word;
  }
  EgressOut grant_credits(std::uint16_t limit) {
    EgressIn in;
    in.fccl[1] = limit;
    return dut_->step(in);
  }
  /// Runs a grant to the last word and answers what each clock showed, the grant's own first.
  std::vector<EgressOut> send(unsigned blocks, unsigned clocks, bool bad = false) {
    std::vector<EgressOut> shown;
    for (unsigned clock = 0; clock < clocks; ++clock) {
      EgressIn in;
      if (clock == 0) {
        const auto count = static_cast<std::uint8_t>(blocks);
        in.announced = EgressIn::Announcement{Vl{1}, count, static_cast<std::uint16_t>(blocks - 1),
                                              static_cast<std::uint16_t>(blocks)};
      }
      const unsigned first = 1 + cosim::kEgressRtlCrossbar;
      if (clock >= first && clock < first + blocks) {
        in.word = clock == first ? header(blocks) : Word{static_cast<std::uint8_t>(clock)};
        in.last = clock + 1 == first + blocks;
        in.bad = bad;
      }
      shown.push_back(dut_->step(in));
    }
    return shown;
  }

  std::unique_ptr<EgressMachine> dut_ = GetParam()(tb::egress_sizes(4));
};

// What docs/blocks/egress.md says: granted in t, it starts in t + 1 + crossbar + egress.
TEST_P(EgressTwins, BeginsAPacketAfterItsPipelines) {
  (void)grant_credits(100);
  const auto shown = send(3, 12);
  for (unsigned clock = 0; clock < shown.size(); ++clock) {
    EXPECT_EQ(shown[clock].first.has_value(), clock == 1 + kLatency) << clock;
    const bool later = clock == 2 + kLatency || clock == 3 + kLatency;
    EXPECT_EQ(shown[clock].later.has_value(), later) << clock;
  }
  EXPECT_FALSE(shown[2 + kLatency].later->last);
  EXPECT_TRUE(shown[3 + kLatency].later->last);
  EXPECT_EQ(shown[3 + kLatency].later->bytes, 6);
}

// IBTA Vol 1, 7.8.2: the VCRC covers LRH to the last byte before it, low byte first.
TEST_P(EgressTwins, EndsAPacketWithTheVcrcOfThisHop) {
  (void)grant_credits(100);
  const auto shown = send(2, 12);
  std::array<std::uint8_t, 68> packet{};
  std::copy_n(shown[1 + kLatency].first->word.begin(), 64, packet.begin());
  const Word& tail = shown[2 + kLatency].later->word;
  std::copy_n(tail.begin(), 4, packet.begin() + 64);
  const std::uint16_t crc = vcrc(packet.data(), packet.size());
  EXPECT_EQ(tail[4], crc & 0xFF);
  EXPECT_EQ(tail[5], crc >> 8);
  EXPECT_EQ(tail[6], 0);
}

TEST_P(EgressTwins, WaitsForCreditsForTheWholePacket) {
  (void)grant_credits(2);
  const auto shown = send(3, 14);
  for (const EgressOut& out : shown) EXPECT_FALSE(out.first);
  EXPECT_TRUE(shown.back().starved);
  (void)grant_credits(3);
  EXPECT_TRUE(dut_->step({}).first);
}

// The line is taken for 134 bytes and 2 of framing, a clock being 64 bytes.
TEST_P(EgressTwins, CountsTheTimeTheLineIsTaken) {
  (void)grant_credits(100);
  const auto shown = send(3, 10);
  EXPECT_EQ(shown[1 + kLatency].busy, 0u);
  EXPECT_EQ(shown[2 + kLatency].busy, (134 + 2 - 64) * (kPeriod / 64));
  EXPECT_EQ(shown[3 + kLatency].busy, (134 + 2 - 128) * (kPeriod / 64));
  EXPECT_FALSE(shown[2 + kLatency].judged);
  EXPECT_TRUE(shown[3 + kLatency].judged);
}

// 24 blocks, the longest packet has 10: room for it while at most 14 are taken.
TEST_P(EgressTwins, ReservesRoomWithTheGrant) {
  EXPECT_EQ(send(10, 12).back().room >> 1 & 1, 1u);
  EXPECT_EQ(send(5, 12).back().room >> 1 & 1, 0u);
  EXPECT_EQ(send(1, 12).back().room & 1, 1u);  // of another lane
}

TEST_P(EgressTwins, CountsTheBlocksItSent) {
  (void)grant_credits(100);
  EXPECT_EQ(send(3, 12).back().fctbs[1], 3);
}

// IBTA Vol 1, 7.8.2: what is found bad after it has begun ends with EBP and the inverse of its
// VCRC.
TEST_P(EgressTwins, EndsAPacketFoundBadWithTheInverseOfItsVcrc) {
  (void)grant_credits(100);
  const auto good = send(3, 12);
  const auto bad = send(3, 12, true);
  const EgressOut::Later& expected = *good[3 + kLatency].later;
  const EgressOut::Later& last = *bad[3 + kLatency].later;
  EXPECT_FALSE(expected.bad_end);
  EXPECT_TRUE(last.bad_end);
  EXPECT_EQ(last.word[4], expected.word[4] ^ 0xFF);
  EXPECT_EQ(last.word[5], expected.word[5] ^ 0xFF);
}

TEST_P(EgressTwins, DiscardsABadPacketThatWaits) {
  const auto shown = send(3, 12, true);  // no credits
  for (unsigned clock = 0; clock < shown.size(); ++clock) {
    EXPECT_EQ(shown[clock].discarded.has_value(), clock == 3 + kLatency) << clock;
  }
  EXPECT_FALSE(shown[3 + kLatency].discarded->overdue);
  EXPECT_FALSE(shown.back().starved);
  EXPECT_EQ(shown.back().room >> 1 & 1, 1u);
}

// Only where the last words come late: full and last say when they cross.
TEST_P(EgressTwins, StartsLaterWhereItsLastWordWouldComeLate) {
  (void)grant_credits(100);
  EgressIn in;
  in.announced = EgressIn::Announcement{Vl{1}, 2, 1, 9};  // 8 clocks later than it could
  (void)dut_->step(in);
  unsigned started = 0;
  for (unsigned clock = 1; clock < 30 && started == 0; ++clock) {
    EgressIn word;
    if (clock == 1 + cosim::kEgressRtlCrossbar) word.word = header(2);
    if (clock == 9 + cosim::kEgressRtlCrossbar) word.word = Word{};
    if (dut_->step(word).first) started = clock;
  }
  EXPECT_EQ(started, 8 + kLatency);
}

INSTANTIATE_TEST_SUITE_P(All, EgressTwins, testing::Values(make_egress, cosim::make_egress_rtl),
                         tb::TwinName{});

// A word takes from one clock to a little under two; lanes of both tables.
// ib-facts 4.3: a head is discarded after HOQLife, and VLStallCount of them stall the VL for eight.
TEST(EgressHeadLife, StallsTheVlAfterSoManyDiscards) {
  EgressSizes sizes = tb::egress_sizes(4);
  sizes.hoq_life = 100;
  sizes.vl_stall_count = 2;
  for (const Factory make : {Factory{make_egress}, Factory{cosim::make_egress_rtl}}) {
    const auto dut = make(sizes);
    dut->reset();
    std::vector<unsigned> discards;
    unsigned stalls = 0;
    for (unsigned clock = 0; clock < 400; ++clock) {
      EgressIn in;
      if (clock % 40 == 0 && clock <= 80) in.announced = EgressIn::Announcement{Vl{1}, 1, 0, 1};
      if (clock % 40 == 1 + cosim::kEgressRtlCrossbar && clock < 120) {
        in.word = Word{1 << 4, 2, 0, 0, 0, 15};
        in.last = true;
      }
      const EgressOut out = dut->step(in);
      if (out.discarded) discards.push_back(clock);
      if (out.discarded && out.discarded->stalls) ++stalls;
    }
    // The first is the head from 0 on, the next from its discard on; the third meets the stall.
    EXPECT_EQ(discards, (std::vector<unsigned>{101, 202, 203}));
    EXPECT_EQ(stalls, 1u);
  }
}

TEST(EgressLockstep, RtlMatchesGoldenCycleByCycle) {
  for (const std::uint32_t quarters : {4u, 5u, 7u}) {
    EgressSizes sizes = tb::egress_sizes(quarters);
    sizes.heartbeat = quarters == 5 ? 400 : 0;
    sizes.tables.high = {{Vl{2}, 20}, {Vl{0}, 3}};
    sizes.tables.high_limit = 1;
    sizes.hoq_life = quarters == 4 ? 0 : 150;
    sizes.vl_stall_count = quarters == 7 ? 2 : 0;
    const auto model = make_egress(sizes);
    const auto rtl = cosim::make_egress_rtl(sizes);
    EXPECT_EQ(tb::first_difference(*model, *rtl, tb::EgressStimulus{quarters, sizes},
                                   tb::kLockstepCycles / 3),
              std::nullopt);
  }
}

}  // namespace
}  // namespace ib
