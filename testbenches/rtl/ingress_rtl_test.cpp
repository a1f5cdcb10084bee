// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/ingress_rtl.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/ib/base/bytes.h"
#include "models/ib/packet/crc.h"
#include "testbenches/rtl/ingress_stimulus.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<IngressMachine> (*)(const IngressSizes&);

constexpr unsigned kRoute = cosim::kIngressRtlRouteCycles;

/// Every behaviour is asked of the C++ machine and of the RTL alike. A word takes a clock.
class IngressTwins : public testing::TestWithParam<Factory> {
 protected:
  IngressTwins() { dut_->reset(); }

  /// A packet of `blocks` words whose last has 6 bytes; its first word is whole at the edge.
  static Word header(unsigned blocks, std::uint8_t vl = 1) {
    Lrh lrh;
    lrh.vl = Vl{vl};
    lrh.sl = Sl{5};
    lrh.dlid = Lid{0x1234};
    lrh.pkt_len = static_cast<std::uint16_t>((blocks - 1) * 16 + 1);
    Word word{};
    lrh.encode(word.data());
    return word;
  }
  IngressOut idle() { return dut_->step({}); }
  IngressOut idle(unsigned clocks) {
    for (; clocks > 1; --clocks) (void)idle();
    return idle();
  }
  /// A packet's words; the last has 6 bytes, with the VCRC, or one bit of it wrong.
  static std::vector<Word> packet(unsigned blocks, bool bad) {
    std::vector<Word> words{header(blocks)};
    Vcrc crc;
    crc.update(words[0].data(), kWordBytes);
    for (unsigned i = 1; i < blocks; ++i) {
      words.push_back(Word{static_cast<std::uint8_t>(i)});
      crc.update(words[i].data(), i + 1 < blocks ? kWordBytes : 4);
    }
    store_le16(words.back().data() + 4, static_cast<std::uint16_t>(crc.value() ^ (bad ? 1u : 0u)));
    return words;
  }
  /// Sends header, full words and the last one, a clock each; the last one beside the word before.
  void send(unsigned blocks, bool bad = false) {
    const std::vector<Word> words = packet(blocks, bad);
    for (unsigned i = 0; i + 1 < blocks; ++i) {
      IngressIn in;
      in.word = words[i];
      in.first = i == 0;
      if (i + 2 == blocks) in.last = words.back();
      (void)dut_->step(in);
    }
  }
  IngressOut route(const IngressIn::Route& to) {
    IngressIn in;
    in.route = to;
    return dut_->step(in);
  }
  IngressOut grant(unsigned output, std::uint8_t vl) {
    IngressIn in;
    in.grant = IngressIn::Grant{output, Vl{vl}};
    return dut_->step(in);
  }

  std::unique_ptr<IngressMachine> dut_ = GetParam()(tb::ingress_sizes(4));
};

// IBTA Vol 1, LRH: VL, SL, DLID, PktLen in words of 4 bytes.
TEST_P(IngressTwins, OffersAHeaderAtTheEndOfItsPipeline) {
  send(2);
  for (unsigned clock = 1; clock + 1 < kRoute; ++clock) EXPECT_FALSE(idle().header);
  const IngressOut out = route({2, Vl{0}, false});
  ASSERT_TRUE(out.header);
  EXPECT_EQ(out.header->dlid, Lid{0x1234});
  EXPECT_EQ(out.header->sl, Sl{5});
  EXPECT_EQ(out.header->vl, Vl{1});
  EXPECT_EQ(out.header->blocks, 2);
  EXPECT_EQ(out.waiting, 0u);
  EXPECT_EQ(idle().waiting, 1u << (2 * cosim::kIngressRtlDataVls + 0));
}

TEST_P(IngressTwins, MovesAGrantedPacketAWordAClockOnItsNewLane) {
  send(3);
  (void)idle(kRoute - 3);
  (void)route({2, Vl{0}, false});
  (void)idle(5);
  const IngressOut granted = grant(2, 0);
  ASSERT_TRUE(granted.granted);
  EXPECT_EQ(granted.granted->blocks, 3);
  EXPECT_EQ(granted.granted->full, 2);
  EXPECT_EQ(granted.granted->last, 3);
  const IngressOut first = idle();
  ASSERT_TRUE(first.crossing);
  EXPECT_EQ(first.crossing->output, 2u);
  EXPECT_EQ(first.crossing->word[0] >> 4, 0);  // the lane of the next hop
  EXPECT_FALSE(first.free);
  const IngressOut second = idle();
  EXPECT_EQ(second.crossing->word[0], 1);
  ASSERT_TRUE(second.freed);
  EXPECT_EQ(second.freed->vl, Vl{1});  // of the lane it came in on
  EXPECT_EQ(second.freed->blocks, 3);
  const IngressOut third = idle();
  EXPECT_EQ(third.crossing->word[0], 2);
  EXPECT_TRUE(third.free);
  EXPECT_FALSE(idle().crossing);
}

// Granted as soon as it is queued, while its words still come: a word crosses in the clock after it
// has passed the pipeline.
TEST_P(IngressTwins, FollowsAPacketThatStillComesIn) {
  IngressIn in;
  in.word = header(3);
  in.first = true;
  (void)dut_->step(in);
  (void)idle(kRoute - 2);
  (void)route({1, Vl{1}, false});
  const IngressOut granted = grant(1, 1);
  ASSERT_TRUE(granted.granted);
  EXPECT_TRUE(idle().crossing);
  EXPECT_FALSE(idle().crossing);  // its second word has not come
}

TEST_P(IngressTwins, GrantsNothingThatDoesNotWait) {
  EXPECT_FALSE(grant(0, 0).granted);
  EXPECT_FALSE(idle().crossing);
}

TEST_P(IngressTwins, GivesBackTheRoomOfADiscardedPacketOnceItsTailIsIn) {
  send(2);
  (void)idle(kRoute - 2);
  EXPECT_FALSE(route({0, Vl{0}, true}).dropped);
  const IngressOut out = idle();
  ASSERT_TRUE(out.dropped);
  EXPECT_EQ(out.dropped->vl, Vl{1});
  EXPECT_EQ(out.dropped->blocks, 2);
  EXPECT_EQ(out.waiting, 0u);
}

// IBTA Vol 1, 7.8.2: what has a bad VCRC and has not begun to leave is discarded.
TEST_P(IngressTwins, DiscardsAPacketThatProvedBadBeforeItsGrant) {
  send(3, true);
  (void)idle(kRoute - 3);
  const IngressOut routed = route({2, Vl{0}, false});
  EXPECT_FALSE(routed.withdrawn);
  const IngressOut tail = idle();
  ASSERT_TRUE(tail.withdrawn);
  EXPECT_EQ(tail.withdrawn->blocks, 3);
  EXPECT_FALSE(tail.withdrawn_own);
  const IngressOut out = grant(2, 0);
  EXPECT_FALSE(out.granted);
  ASSERT_TRUE(out.killed);
  EXPECT_EQ(*out.killed, 0);  // the first word of all
  ASSERT_TRUE(out.freed);
  EXPECT_EQ(out.freed->blocks, 3);
  EXPECT_TRUE(idle().free);
  EXPECT_FALSE(idle().crossing);
}

TEST_P(IngressTwins, TellsWithTheLastWordThatAGrantedPacketIsBad) {
  send(3, true);
  (void)idle(kRoute - 3);
  (void)route({2, Vl{0}, false});
  ASSERT_TRUE(grant(2, 0).granted);  // its tail comes a clock later
  EXPECT_FALSE(idle().crossing->bad);
  EXPECT_FALSE(idle().crossing->last);
  const IngressOut last = idle();
  EXPECT_TRUE(last.crossing->last);
  EXPECT_TRUE(last.crossing->bad);
}

TEST_P(IngressTwins, KeepsTheOrderWithinAQueue) {
  send(3);
  send(2);
  for (unsigned clock = 0; clock < 2 * kRoute; ++clock) (void)route({3, Vl{0}, false});
  EXPECT_EQ(grant(3, 0).granted->blocks, 3);
  (void)idle(3);
  EXPECT_EQ(grant(3, 0).granted->blocks, 2);
  (void)idle(2);
  EXPECT_EQ(idle().waiting, 0u);
}

TEST_P(IngressTwins, ChangesNothingWhileIdle) {
  send(2);
  (void)idle(kRoute - 2);
  (void)route({3, Vl{1}, false});
  for (int clock = 0; clock < 20; ++clock) {
    EXPECT_EQ(idle().waiting, 1u << (3 * cosim::kIngressRtlDataVls + 1));
  }
}

INSTANTIATE_TEST_SUITE_P(All, IngressTwins, testing::Values(make_ingress, cosim::make_ingress_rtl),
                         tb::TwinName{});

// A word takes from one clock to a little under two.
TEST(IngressLockstep, RtlMatchesGoldenCycleByCycle) {
  for (const std::uint32_t quarters : {4u, 5u, 7u}) {
    const IngressSizes sizes = tb::ingress_sizes(quarters);
    const auto model = make_ingress(sizes);
    const auto rtl = cosim::make_ingress_rtl(sizes);
    EXPECT_EQ(tb::first_difference(*model, *rtl,
                                   tb::IngressStimulus{quarters, sizes, cosim::kIngressRtlBlocks},
                                   tb::kLockstepCycles / 3),
              std::nullopt);
  }
}

}  // namespace
}  // namespace ib
