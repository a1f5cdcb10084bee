// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/plr.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace ib {
namespace {

/// Two ends with `delay` slots of line each way, on which cells go bad with a probability.
class PlrLink {
 public:
  PlrLink(unsigned delay, double bad, PlrConfig config = {})
      : bad_(bad), a_(config), b_(config), to_a_(delay, filler()), to_b_(delay, filler()) {}

  /// Sends as many numbers as fit in `slots` and checks that they come out in order.
  void run(int slots, bool offer = true) {
    for (int i = 0; i < slots; ++i) {
      if (offer && a_.offer(offered_)) ++offered_;
      carry(a_, to_b_);
      carry(b_, to_a_);
      const auto content = b_.receive(take(to_b_));
      if (content) {
        EXPECT_EQ(*content, delivered_++);
      }
      EXPECT_EQ(a_.receive(take(to_a_)), std::nullopt);
    }
  }

  std::uint64_t offered_ = 0;
  std::uint64_t delivered_ = 0;
  double bad_;
  PlrEnd a_;
  PlrEnd b_;

 private:
  static PlrCell filler() {
    PlrCell cell;
    cell.filler = true;
    return cell;
  }
  void carry(PlrEnd& from, std::deque<PlrCell>& line) {
    PlrCell cell = from.send();
    cell.good = std::uniform_real_distribution<>{}(random_) >= bad_;
    line.push_back(cell);
  }
  static PlrCell take(std::deque<PlrCell>& line) {
    const PlrCell cell = line.front();
    line.pop_front();
    return cell;
  }

  std::mt19937 random_{1};
  std::deque<PlrCell> to_a_;
  std::deque<PlrCell> to_b_;
};

TEST(Plr, ACleanLineRunsAtFullRate) {
  PlrLink link{40, 0};
  link.run(10'000);
  EXPECT_EQ(link.delivered_, 10'000u - 40);
  EXPECT_EQ(link.a_.replays(), 0u);
}

TEST(Plr, NothingIsLostDoubledOrReordered) {
  for (const double bad : {1e-3, 1e-2, 0.2}) {
    PlrLink link{40, bad};
    link.run(50'000);
    link.bad_ = 0;
    link.run(2'000, /*offer=*/false);
    EXPECT_GT(link.delivered_, 1000u);
    EXPECT_EQ(link.delivered_, link.offered_);
    EXPECT_EQ(link.a_.unacknowledged(), 0u);
  }
}

// Each bad cell costs about the round trip of 2 * 40 cells.
TEST(Plr, AReplayCostsARoundTrip) {
  PlrLink link{40, 5e-4};
  link.run(200'000);
  const double lost_slots = 200'000.0 - static_cast<double>(link.delivered_);
  EXPECT_NEAR(lost_slots / static_cast<double>(link.a_.replays()), 81, 15);
}

TEST(Plr, AFullReplayBufferHoldsTheSenderBack) {
  PlrLink link{40, 0, {20, 512, 128, 0}};
  link.run(10'000);
  EXPECT_NEAR(static_cast<double>(link.delivered_), 10'000 * 20.0 / 80, 100);
}

TEST(Plr, NumbersMayWrapRound) {
  PlrLink link{2, 0.01, {16, 64, 10, 0xFFFFFF00}};
  link.run(10'000);
  EXPECT_GT(link.delivered_, 8'000u);
}

}  // namespace
}  // namespace ib
