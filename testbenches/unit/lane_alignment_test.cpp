// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/lane_alignment.h"

#include <gtest/gtest.h>

#include <random>

namespace ib {
namespace {

constexpr unsigned kPeriod = 50;
using Bits = std::vector<std::uint8_t>;

class LaneAlignmentTest : public testing::Test {
 protected:
  /// Bits of one lane that carries `symbols`, after `skew` bits of noise.
  Bits lane_bits(unsigned lane, const std::vector<FecSymbol>& symbols, unsigned skew) {
    Bits bits(skew);
    for (std::uint8_t& bit : bits) bit = random_() & 1;
    LaneTransmitter transmitter{lane, kPeriod};
    for (const FecSymbol symbol : symbols) transmitter.send(symbol, bits);
    return bits;
  }
  std::vector<FecSymbol> random_symbols(unsigned count) {
    std::vector<FecSymbol> symbols(count);
    for (FecSymbol& symbol : symbols) symbol = static_cast<FecSymbol>(random_() % 1024);
    return symbols;
  }

  std::mt19937 random_{1};
};

TEST_F(LaneAlignmentTest, MarkersDifferInManyBits) {
  for (unsigned a = 0; a < kMaxLanes; ++a) {
    for (unsigned b = 0; b < a; ++b) {
      EXPECT_GE(__builtin_popcountll(alignment_marker(a) ^ alignment_marker(b)), 8);
    }
  }
}

TEST_F(LaneAlignmentTest, LocksOnTheSecondMarkerAndNamesTheLane) {
  const std::vector<FecSymbol> sent = random_symbols(3 * kPeriod);
  LaneReceiver receiver{kPeriod};
  std::vector<FecSymbol> received;
  for (const std::uint8_t bit : lane_bits(7, sent, 33)) {
    if (receiver.take(bit) == LaneEvent::kSymbol) received.push_back(receiver.symbol());
  }
  EXPECT_TRUE(receiver.locked());
  EXPECT_EQ(receiver.lane(), 7u);
  EXPECT_EQ(received, std::vector<FecSymbol>(sent.begin() + kPeriod, sent.end()));
}

TEST_F(LaneAlignmentTest, CrossedWiresAreSeenAndUndone) {
  const std::vector<FecSymbol> sent = random_symbols(2 * kPeriod);
  LaneReceiver receiver{kPeriod};
  std::vector<FecSymbol> received;
  for (const std::uint8_t bit : lane_bits(2, sent, 5)) {
    if (receiver.take(bit ^ 1u) == LaneEvent::kSymbol) received.push_back(receiver.symbol());
  }
  EXPECT_TRUE(receiver.inverted());
  EXPECT_EQ(received, std::vector<FecSymbol>(sent.begin() + kPeriod, sent.end()));
}

TEST_F(LaneAlignmentTest, ForgivesThreeWrongBitsInAMarkerAndLosesLockInNoise) {
  const std::vector<FecSymbol> sent = random_symbols(3 * kPeriod);
  Bits bits = lane_bits(0, sent, 0);
  for (const unsigned at : {3u, 17u, 40u}) bits[at] ^= 1;
  LaneReceiver receiver{kPeriod};
  for (const std::uint8_t bit : bits) (void)receiver.take(bit);
  ASSERT_TRUE(receiver.locked());

  bool lost = false;
  for (unsigned i = 0; i < 6 * (kPeriod * 10 + kMarkerBits); ++i) {
    lost = lost || receiver.take(random_() & 1) == LaneEvent::kLost;
  }
  EXPECT_TRUE(lost);
}

TEST_F(LaneAlignmentTest, DeskewRestoresTheStreamFromSwappedAndLateLanes) {
  constexpr unsigned kLanes = 4;
  const std::vector<FecSymbol> stream = random_symbols(kLanes * 4 * kPeriod);
  std::vector<std::vector<FecSymbol>> share(kLanes);
  for (std::size_t i = 0; i < stream.size(); ++i) share[i % kLanes].push_back(stream[i]);
  std::vector<Bits> wires;
  for (const unsigned lane : {2u, 0u, 3u, 1u}) {
    wires.push_back(lane_bits(lane, share[lane], 37 * lane));
  }

  Deskew deskew{kLanes, 100};
  std::vector<LaneReceiver> receivers(kLanes, LaneReceiver{kPeriod});
  std::vector<FecSymbol> received;
  for (std::size_t i = 0; i < wires[2].size(); ++i) {
    for (unsigned w = 0; w < kLanes; ++w) {
      if (i >= wires[w].size()) continue;
      const LaneEvent event = receivers[w].take(wires[w][i]);
      if (event == LaneEvent::kMarker) deskew.marker(receivers[w].lane());
      if (event != LaneEvent::kSymbol) continue;
      EXPECT_TRUE(deskew.symbol(receivers[w].lane(), receivers[w].symbol()));
    }
    while (const auto row = deskew.pop()) {
      received.insert(received.end(), row->begin(), row->end());
    }
  }
  EXPECT_EQ(received, std::vector<FecSymbol>(stream.begin() + kLanes * kPeriod, stream.end()));
}

TEST_F(LaneAlignmentTest, RefusesMoreSkewThanItsLimit) {
  Deskew deskew{2, 10};
  deskew.marker(0);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(deskew.symbol(0, 1));
  EXPECT_FALSE(deskew.symbol(0, 1));
}

}  // namespace
}  // namespace ib
