// SPDX-License-Identifier: Apache-2.0
#include "models/switch/input_queues.h"

#include <gtest/gtest.h>

namespace ib::sw {
namespace {

constexpr LaneMap kTwoVls{2};  // lanes 0, 1 and VL15 as lane 2

struct Bench {
  explicit Bench(Buffering buffering) : queues(store, buffering, 4, kTwoVls) {}

  link::Slot push(unsigned input, std::uint16_t output, std::uint8_t in_vl = 0, Vl out_vl = Vl{0}) {
    const link::Slot slot = store.allocate();
    link::StoredPacket& stored = store[slot];
    stored.out_port = output;
    stored.in_vl = in_vl;
    stored.packet.vl = out_vl;
    queues.push(slot, input);
    return slot;
  }

  link::PacketStore store;
  InputQueues queues;
};

TEST(InputQueues, VoqAsksForEveryOutputThatAPacketWants) {
  Bench bench{Buffering::kVoq};
  bench.push(0, 1);
  bench.push(0, 2);

  EXPECT_TRUE(bench.queues.requests(1, 0).test(0));
  EXPECT_TRUE(bench.queues.requests(2, 0).test(0));
  EXPECT_FALSE(bench.queues.requests(3, 0).test(0));
  EXPECT_EQ(bench.queues.waiting(0), 2u);
  EXPECT_EQ(bench.queues.wanted().count(), 2u);
}

TEST(InputQueues, VoqKeepsTheOrderTowardsOneOutput) {
  Bench bench{Buffering::kVoq};
  const link::Slot first = bench.push(3, 1);
  const link::Slot second = bench.push(3, 1);

  EXPECT_EQ(bench.queues.head(3, 1, 0), first);
  EXPECT_EQ(bench.queues.take(3, 1, 0), first);
  EXPECT_TRUE(bench.queues.requests(1, 0).test(3));
  EXPECT_EQ(bench.queues.take(3, 1, 0), second);
  EXPECT_TRUE(bench.queues.requests(1, 0).none());
  EXPECT_TRUE(bench.queues.wanted().none());
}

// Head-of-line blocking is the point of the mode.
TEST(InputQueues, FifoAsksForItsHeadAlone) {
  Bench bench{Buffering::kFifo};
  const link::Slot first = bench.push(0, 1);
  const link::Slot second = bench.push(0, 2);

  EXPECT_TRUE(bench.queues.requests(1, 0).test(0));
  EXPECT_TRUE(bench.queues.requests(2, 0).none());
  EXPECT_EQ(bench.queues.take(0, 1, 0), first);
  EXPECT_TRUE(bench.queues.requests(2, 0).test(0));
  EXPECT_FALSE(bench.queues.wanted().test(1));
  EXPECT_EQ(bench.queues.take(0, 2, 0), second);
  EXPECT_TRUE(bench.queues.wanted().none());
}

TEST(InputQueues, FifoHasOneQueueForEachIncomingVl) {
  Bench bench{Buffering::kFifo};
  bench.push(0, 1, /*in_vl=*/0, Vl{0});
  bench.push(0, 2, /*in_vl=*/1, Vl{1});

  EXPECT_TRUE(bench.queues.requests(1, 0).test(0));
  EXPECT_TRUE(bench.queues.requests(2, 1).test(0));
}

// SL-to-VL mapping may lead two incoming VLs to one lane: taking one leaves the other's wish.
TEST(InputQueues, FifoKeepsTheWishOfAnotherVlForTheSameLane) {
  Bench bench{Buffering::kFifo};
  bench.push(0, 1, /*in_vl=*/0, Vl{1});
  bench.push(0, 1, /*in_vl=*/1, Vl{1});

  (void)bench.queues.take(0, 1, 1);
  EXPECT_TRUE(bench.queues.requests(1, 1).test(0));
  EXPECT_TRUE(bench.queues.wanted().test(1));
  (void)bench.queues.take(0, 1, 1);
  EXPECT_TRUE(bench.queues.wanted().none());
  EXPECT_EQ(bench.queues.waiting(0), 0u);
}

TEST(InputQueues, PutVl15OnALaneOfItsOwn) {
  Bench bench{Buffering::kVoq};
  bench.push(2, 1, /*in_vl=*/15, kVl15);

  EXPECT_TRUE(bench.queues.requests(1, kTwoVls.lane(kVl15)).test(2));
  EXPECT_EQ(kTwoVls.lane(kVl15), 2u);
  EXPECT_EQ(kTwoVls.vl(2), kVl15);
  EXPECT_TRUE(bench.queues.any_on_vl15());
  (void)bench.queues.take(2, 1, 2);
  EXPECT_FALSE(bench.queues.any_on_vl15());
}

}  // namespace
}  // namespace ib::sw
