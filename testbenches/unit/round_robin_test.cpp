// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/round_robin.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

TEST(RoundRobin, ServesAllRequestersInTurn) {
  RoundRobin turn{4};
  for (const unsigned winner : {0u, 1u, 2u, 3u, 0u}) {
    EXPECT_EQ(turn.grant(PortMask::from_word(0b1111)), winner);
  }
}

TEST(RoundRobin, SkipsThoseWhoDoNotAsk) {
  RoundRobin turn{4};
  for (const unsigned winner : {1u, 3u, 1u}) {
    EXPECT_EQ(turn.grant(PortMask::from_word(0b1010)), winner);
  }
}

TEST(RoundRobin, KeepsItsTurnWhileNobodyAsks) {
  RoundRobin turn{4};
  EXPECT_EQ(turn.grant(PortMask::from_word(0b0001)), 0u);
  EXPECT_EQ(turn.grant(PortMask{}), PortMask::kNone);
  EXPECT_EQ(turn.grant(PortMask::from_word(0b0011)), 1u);
}

TEST(RoundRobin, DoesNotMoveOnAPickAlone) {
  RoundRobin turn{4};
  EXPECT_EQ(turn.pick(PortMask::from_word(0b0110)), 1u);
  EXPECT_EQ(turn.pick(PortMask::from_word(0b0110)), 1u);
}

TEST(RoundRobin, GoesRoundThePortsOfTheLargestSwitch) {
  RoundRobin turn{145};
  const PortMask all = PortMask::first_n(145);
  for (unsigned winner = 0; winner < 145; ++winner) EXPECT_EQ(turn.grant(all), winner);
  EXPECT_EQ(turn.grant(all), 0u);
}

}  // namespace
}  // namespace ib
