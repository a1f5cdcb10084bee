// SPDX-License-Identifier: Apache-2.0
#include "tlm/mailbox.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <thread>

namespace ib {
namespace {

TEST(Mailbox, HandsOutInTheOrderOfPushing) {
  Mailbox<int, 4> mailbox;
  EXPECT_TRUE(mailbox.empty());
  for (int i = 0; i < 11; ++i) mailbox.push(int{i});

  for (int i = 0; i < 11; ++i) {
    ASSERT_FALSE(mailbox.empty());
    ASSERT_EQ(mailbox.front(), i);
    mailbox.pop();
  }
  EXPECT_TRUE(mailbox.empty());
}

TEST(Mailbox, AgreesWithAQueueUnderRandomUse) {
  Mailbox<unsigned, 4> mailbox;
  std::deque<unsigned> expected;
  std::mt19937 random{1};
  for (unsigned i = 0; i < 20'000; ++i) {
    if (random() % 2 == 0) {
      mailbox.push(unsigned{i});
      expected.push_back(i);
    } else if (!expected.empty()) {
      ASSERT_EQ(mailbox.front(), expected.front());
      mailbox.pop();
      expected.pop_front();
    }
    ASSERT_EQ(mailbox.empty(), expected.empty());
  }
}

TEST(Mailbox, ShowsNothingBeforeTheCommit) {
  Mailbox<int> mailbox;
  mailbox.next() = 5;
  EXPECT_TRUE(mailbox.empty());
  mailbox.commit();
  EXPECT_FALSE(mailbox.empty());
}

/// Counts default constructions, which is counting chunks.
struct Item {
  Item() { ++made; }
  explicit Item(int) {}
  static int made;
};
int Item::made = 0;

TEST(Mailbox, MakesNoMoreChunksThanTheMostItHeldNeeds) {
  Mailbox<Item, 4> mailbox;
  for (int round = 0; round < 1000; ++round) {
    for (int i = 0; i < 7; ++i) mailbox.push(Item{i});
    for (int i = 0; i < 7; ++i) mailbox.pop();
  }
  // Seven items lie in at most three chunks of four, and one more may be on its way back.
  EXPECT_LE(Item::made, 4 * 4);
}

TEST(Mailbox, CarriesBetweenTwoThreads) {
  constexpr std::uint64_t kItems = 300'000;
  Mailbox<std::uint64_t, 8> mailbox;
  std::thread producer{[&] {
    for (std::uint64_t i = 0; i < kItems; ++i) {
      mailbox.next() = i * i;
      mailbox.commit();
    }
  }};

  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < kItems; ++i) {
    while (mailbox.empty()) std::this_thread::yield();
    wrong += mailbox.front() == i * i ? 0 : 1;
    mailbox.pop();
  }
  producer.join();

  EXPECT_EQ(wrong, 0u);
  EXPECT_TRUE(mailbox.empty());
}

}  // namespace
}  // namespace ib
