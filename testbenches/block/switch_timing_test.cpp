// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "testbenches/block/switch_star.h"

namespace ib::tb {
namespace {

using link::LinkConfig;
using sw::SwitchConfig;

struct ZeroLoad {
  const char* name;
  LinkRate in;
  LinkRate out;
  std::uint32_t wire_bytes;
  std::uint32_t crossbar_word_bytes;
  Cycle departure;
};

class SwitchZeroLoad : public testing::TestWithParam<ZeroLoad> {};

// One packet at an idle switch, first bit in at 1050 ns. By hand, for NDR to NDR and 1022 bytes:
//   1052        the first 64-byte word is in: 1050 + 64 x 0.02 = 1051.28 ns, next edge
//   1064        parsed (4) and looked up (8); granted in the same cycle
//   1065        its first word enters the crossbar
//   1075        through the crossbar (4) and the egress FIFO (6): the first bit may leave.
// It must not leave so early that the transmitter waits for the last word. That one is in at
// 1050 + 1022 x 0.02 = 1070.44 -> 1071, looked up like all words 1083, crosses in 1084, is at the
// transmitter in 1094; 15 words before it take 19.2 ns: any start from 1074.8 on will do.
TEST_P(SwitchZeroLoad, LetsTheFirstBitLeaveInTheCycleOfTheStageSum) {
  const ZeroLoad& p = GetParam();
  SwitchConfig config;
  config.crossbar_word_bytes = p.crossbar_word_bytes;
  Star star{{p.in, p.out}, config};
  star.probes[0]->send_at(1000, test_packet(Lid{2}, p.wire_bytes));
  star.bench.run_until(3000 * kNs);

  ASSERT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.departures(2)[0].time, p.departure * kNs);
  star.expect_quiet();
}

INSTANTIATE_TEST_SUITE_P(
    , SwitchZeroLoad,
    testing::Values(
        ZeroLoad{"Ndr1022", kNdr, kNdr, 1022, 64, 1075},
        // 34 bytes are in at 1050.68 -> 1051; one word, nothing to wait for.
        ZeroLoad{"Ndr34", kNdr, kNdr, 34, 64, 1074},
        // Last word in at 1051.32 -> 1052 as the first; it crosses one cycle after it: 1066, at the
        // transmitter 1076; one word before it takes 1.28 ns: any start from 1074.72 on.
        ZeroLoad{"Ndr66", kNdr, kNdr, 66, 64, 1075},
        // Last word in at 1055.08 -> 1056, usable 1068, crosses 1069, at the transmitter 1079;
        // three words before it take 3.84 ns: a start at 1075 would under-run by 0.16 ns.
        ZeroLoad{"Ndr254", kNdr, kNdr, 254, 64, 1076},
        // Slow in: first word in at 1055.12 -> 1056 + 12 + 1 + 10 = 1079, but the last one is in at
        // 1131.76 -> 1132, usable 1144, crosses 1145, at the transmitter 1155; less 19.2 ns: 1136.
        ZeroLoad{"EdrToNdr1022", kEdr, kNdr, 1022, 64, 1136},
        // Slow out: words come faster than they go, the first alone decides.
        ZeroLoad{"NdrToEdr1022", kNdr, kEdr, 1022, 64, 1075},
        // 32 words of 32 bytes cross from 1065 to 1096, the last is at the transmitter in 1106;
        // less 19.2 ns: 1087.
        ZeroLoad{"HalfWord", kNdr, kNdr, 1022, 32, 1087},
        ZeroLoad{"Edr1022", kEdr, kEdr, 1022, 64, 1079}),
    [](const auto& param) { return param.param.name; });

// IBTA Vol 1, switches: cut-through. The head leaves long before a long tail is in; its time does
// not depend on the length but for the rounding of the under-run rule.
TEST(Switch, CutsThroughWhateverTheLength) {
  Star star{{kNdr, kNdr}};
  Cycle when = 1000;
  for (std::uint32_t bytes = 66; bytes <= 4122; bytes += 52, when += 1000) {
    star.probes[0]->send_at(when, test_packet(Lid{2}, bytes));
  }
  star.bench.run_until(when * kNs);

  const std::vector<PortEvent> left = star.departures(2);
  ASSERT_EQ(left.size(), 79u);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Ticks way = left[i].time - static_cast<Ticks>(i + 1) * 1000 * kNs;
    EXPECT_GE(way, 75 * kNs);
    EXPECT_LE(way, 76 * kNs);  // stored and forwarded, 4122 bytes would take 158 ns
  }
}

// No word may come to the transmitter later than its bits are due. Word by word, where the switch
// uses a closed form of first and last word: rounding inside a packet may cost less than a cycle.
TEST(Switch, NeverLetsATransmitterUnderRun) {
  Star star{{kEdr, kNdr}};
  Cycle when = 1000;
  std::vector<std::uint32_t> lengths;
  for (std::uint32_t bytes = 34; bytes <= 4122; bytes += 84) lengths.push_back(bytes);
  for (const std::uint32_t bytes : lengths) {
    star.probes[0]->send_at(when, test_packet(Lid{2}, bytes));
    when += 1000;
  }
  star.bench.run_until(when * kNs);

  const std::vector<PortEvent> left = star.departures(2);
  ASSERT_EQ(left.size(), lengths.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Ticks first_bit = static_cast<Ticks>(i + 1) * 1000 * kNs + kLatency;
    Cycle crosses = 0;
    for (std::uint32_t word = 0; word * 64 < lengths[i]; ++word) {
      const std::uint32_t bytes_in = std::min(64 * (word + 1), lengths[i]);
      const Cycle in = (first_bit + bytes_in * 80 * kTicksPerPs + kNs - 1) / kNs;
      crosses = std::max(crosses + 1, in + 4 + 8 + 1);
      const Ticks ready = (crosses + 4 + 6) * kNs;
      const Ticks due = left[i].time + Ticks{word} * 64 * 20 * kTicksPerPs;
      ASSERT_GT(due, ready - kNs) << lengths[i] << " bytes, word " << word;
      if (word == 0 || bytes_in == lengths[i]) {
        ASSERT_GE(due, ready);
      }
    }
  }
}

TEST(Switch, SendsWaitingPacketsBackToBack) {
  Star star{{kNdr, kNdr, kNdr}};
  star.probes[0]->send_at(1000, test_packet(Lid{3}, 1022));
  star.probes[1]->send_at(1000, test_packet(Lid{3}, 510));
  star.bench.run_until(3000 * kNs);

  // The second starts when the first and its framing, and the flow control packet that is due since
  // FCTBS changed, are out.
  const std::vector<PortEvent> left = star.departures(3);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[0].time, 1075 * kNs);
  EXPECT_EQ(left[1].time, 1075 * kNs + (1022 + 2 + 6 + 2) * 20 * kTicksPerPs);
}

class SwitchRow : public testing::TestWithParam<unsigned> {};

// Every hop adds the cable (50 ns) and the switch (25 cycles, as above), nothing else.
TEST_P(SwitchRow, GrowsByTheSameForEverySwitch) {
  LinkBench bench;
  LinkProbe& from = bench.add_probe(LinkConfig{}, kNdr);
  link::Port* last = &from.port();
  for (unsigned i = 0; i < GetParam(); ++i) {
    sw::Switch& chip = bench.add_switch(SwitchConfig{}, LinkConfig{}, {kNdr, kNdr});
    bench.connect(*last, chip.port(1), kLatency);
    last = &chip.port(2);
  }
  LinkProbe& to = bench.add_probe(LinkConfig{}, kNdr);
  bench.connect(*last, to.port(), kLatency);
  from.send_at(1000, test_packet(Lid{2}, 1022));
  bench.run_until(3000 * kNs);

  ASSERT_EQ(to.arrivals().size(), 1u);
  // First bit in at 1050 + N x 75; 64 bytes later, at the next edge, the word can be used.
  EXPECT_EQ(to.arrivals()[0].head, 1052 + GetParam() * 75);
  EXPECT_EQ(to.arrivals()[0].tail, 1071 + GetParam() * 75);
}

INSTANTIATE_TEST_SUITE_P(, SwitchRow, testing::Values(0, 1, 2, 3, 7));

}  // namespace
}  // namespace ib::tb
