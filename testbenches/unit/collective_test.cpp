// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/collective.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "models/fabric/config_error.h"
#include "testbenches/workload/alpha_beta.h"

namespace ib::tb {
namespace {

using Algorithm = CollectiveAlgorithm;
using Operation = CollectiveOperation;

constexpr Ticks kAlpha = 1000;
constexpr Ticks kBeta = 3;  // a byte

struct Layout {
  OpGraph graph;
  OpMatches matches;
};

Layout layout(const CollectivePlan& plan, std::uint32_t ranks) {
  Layout layout{OpGraph{ranks}, {}};
  std::vector<std::uint32_t> members(ranks);
  std::iota(members.begin(), members.end(), 0u);
  add_collective(layout.graph, plan, members, 0);
  layout.matches = check(layout.graph, "");
  return layout;
}

CollectivePlan plan_of(Operation operation, Algorithm algorithm, std::uint64_t bytes,
                       std::uint64_t segment = 0) {
  return {operation, algorithm, bytes, segment, 0};
}

Ticks time_of(const CollectivePlan& plan, std::uint32_t ranks) {
  const Layout all = layout(plan, ranks);
  return alpha_beta_time(all.graph, all.matches,
                         {[](std::uint32_t, std::uint32_t) { return kAlpha; },
                          [](std::uint64_t bytes) { return static_cast<Ticks>(bytes) * kBeta; }});
}

/// The parts of the vectors of all ranks that a rank has, as data flows through the graph: runs the
/// operations in an order that the dependencies allow, and lets every message carry all that its
/// sender has. What arrives is then no more than what the algorithm could have sent, so this
/// shows that information gets everywhere in time, not which bytes carry it.
std::vector<std::set<std::uint32_t>> knowledge(const Layout& all) {
  const std::uint32_t ranks = all.graph.size();
  std::vector<std::set<std::uint32_t>> knows(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) knows[rank] = {rank};
  // With equal costs the alpha-beta model visits sends in the order of time; here rounds will do.
  std::vector<std::vector<int>> waits(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const auto& program = all.graph.rank(rank);
    waits[rank].resize(program.ops.size());
    for (const auto& edge : program.edges) ++waits[rank][edge.after];
    for (std::size_t op = 0; op < program.ops.size(); ++op) {
      waits[rank][op] += program.ops[op].kind == OpKind::kReceive ? 1 : 0;
    }
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      const auto& program = all.graph.rank(rank);
      for (std::uint32_t op = 0; op < program.ops.size(); ++op) {
        if (waits[rank][op] != 0) continue;
        waits[rank][op] = -1;
        moved = true;
        for (const auto& edge : program.edges) {
          if (edge.before == op) --waits[rank][edge.after];
        }
        if (program.ops[op].kind != OpKind::kSend) continue;
        const std::uint32_t to = program.ops[op].peer;
        knows[to].insert(knows[rank].begin(), knows[rank].end());
        --waits[to][all.matches[rank][op]];
      }
    }
  }
  return knows;
}

std::uint64_t bytes_sent(const OpGraph& graph, std::uint32_t rank) {
  std::uint64_t bytes = 0;
  for (const Op& op : graph.rank(rank).ops) bytes += op.kind == OpKind::kSend ? op.bytes : 0;
  return bytes;
}

class CollectiveTime : public testing::TestWithParam<std::uint32_t> {
 protected:
  const std::uint32_t p_ = GetParam();
  const std::uint64_t n_ = 4096ull * p_;
  const Ticks vector_ = static_cast<Ticks>(n_) * kBeta;
  const Ticks steps_ = static_cast<Ticks>(std::lround(std::log2(p_)));
  const Ticks chunk_ = vector_ / p_;
};

// Thakur, Rabenseifner, Gropp 2005, with alpha for the latency and n beta for the transfer.
TEST_P(CollectiveTime, OfARingIsTwiceAllButOneChunk) {
  EXPECT_EQ(time_of(plan_of(Operation::kAllReduce, Algorithm::kRing, n_), p_),
            2 * (p_ - 1) * (kAlpha + chunk_));
  EXPECT_EQ(time_of(plan_of(Operation::kAllGather, Algorithm::kRing, n_), p_),
            (p_ - 1) * (kAlpha + chunk_));
  EXPECT_EQ(time_of(plan_of(Operation::kReduceScatter, Algorithm::kRing, n_), p_),
            (p_ - 1) * (kAlpha + chunk_));
}

TEST_P(CollectiveTime, OfRecursiveDoublingIsTheVectorEachStep) {
  EXPECT_EQ(time_of(plan_of(Operation::kAllReduce, Algorithm::kRecursiveDoubling, n_), p_),
            steps_ * (kAlpha + vector_));
  EXPECT_EQ(time_of(plan_of(Operation::kAllGather, Algorithm::kRecursiveDoubling, n_), p_),
            steps_ * kAlpha + (p_ - 1) * chunk_);
}

TEST_P(CollectiveTime, OfHalvingAndDoublingIsTwiceTheVector) {
  EXPECT_EQ(time_of(plan_of(Operation::kAllReduce, Algorithm::kHalvingDoubling, n_), p_),
            2 * steps_ * kAlpha + 2 * (p_ - 1) * chunk_);
  EXPECT_EQ(time_of(plan_of(Operation::kReduceScatter, Algorithm::kHalvingDoubling, n_), p_),
            steps_ * kAlpha + (p_ - 1) * chunk_);
}

TEST_P(CollectiveTime, OfABinomialTreeIsTheVectorEachStep) {
  EXPECT_EQ(time_of(plan_of(Operation::kBroadcast, Algorithm::kBinomialTree, n_), p_),
            steps_ * (kAlpha + vector_));
}

// A chain of s segments: the last one leaves the root after s - 1 others, then p - 1 hops.
TEST_P(CollectiveTime, OfAChainIsItsLengthAndItsSegments) {
  EXPECT_EQ(time_of(plan_of(Operation::kBroadcast, Algorithm::kRing, n_, 4096), p_),
            (p_ - 1) * (kAlpha + chunk_) + (p_ - 1) * chunk_);
}

TEST_P(CollectiveTime, OfPairwiseExchangeIsAChunkForEachOther) {
  EXPECT_EQ(time_of(plan_of(Operation::kAllToAll, Algorithm::kPairwise, n_), p_),
            (p_ - 1) * (kAlpha + chunk_));
}

// Sanders, Speck, Traeff: with many segments two trees come close to 2 n beta for an all-reduce and
// n beta for a broadcast, where one tree would need twice as long.
TEST_P(CollectiveTime, OfTwoTreesApproachesTheBandwidth) {
  const std::uint64_t n = 4096ull * 500;
  const auto vector = static_cast<double>(n) * kBeta;
  const auto reduce = static_cast<double>(
      time_of(plan_of(Operation::kAllReduce, Algorithm::kDoubleTree, n, 4096), p_));
  EXPECT_GE(reduce, p_ == 2 ? vector : 2 * vector * (p_ - 1) / p_);
  EXPECT_LE(reduce, 2.25 * vector);
  const auto broadcast = static_cast<double>(
      time_of(plan_of(Operation::kBroadcast, Algorithm::kDoubleTree, n, 4096), p_));
  EXPECT_GE(broadcast, vector);
  EXPECT_LE(broadcast, 1.2 * vector);
}

INSTANTIATE_TEST_SUITE_P(, CollectiveTime, testing::Values(2u, 4u, 8u, 16u, 64u),
                         testing::PrintToStringParamName());

struct Case {
  Operation operation;
  Algorithm algorithm;
};

class CollectiveData : public testing::TestWithParam<Case> {};

TEST_P(CollectiveData, OfAllGetsToAllWhateverTheirNumber) {
  for (const std::uint32_t ranks : {2u, 3u, 5u, 8u, 12u, 13u, 16u, 31u}) {
    const Layout all =
        layout(plan_of(GetParam().operation, GetParam().algorithm, 1000, 300), ranks);
    const auto knows = knowledge(all);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      if (GetParam().operation == Operation::kBroadcast) {
        EXPECT_EQ(knows[rank].count(0), 1u) << ranks;
      } else {
        EXPECT_EQ(knows[rank].size(), ranks) << ranks;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, CollectiveData,
                         testing::Values(Case{Operation::kAllReduce, Algorithm::kRing},
                                         Case{Operation::kAllReduce, Algorithm::kRecursiveDoubling},
                                         Case{Operation::kAllReduce, Algorithm::kHalvingDoubling},
                                         Case{Operation::kAllReduce, Algorithm::kDoubleTree},
                                         Case{Operation::kAllGather, Algorithm::kRing},
                                         Case{Operation::kReduceScatter, Algorithm::kRing},
                                         Case{Operation::kBroadcast, Algorithm::kBinomialTree},
                                         Case{Operation::kBroadcast, Algorithm::kDoubleTree},
                                         Case{Operation::kBroadcast, Algorithm::kRing},
                                         Case{Operation::kAllToAll, Algorithm::kPairwise}));

// No algorithm that sends each byte once does with less: 2 n (p - 1) / p from every rank.
TEST(Collective, SendsNoMoreThanItMust) {
  for (const std::uint32_t ranks : {2u, 3u, 8u, 12u}) {
    const Layout ring = layout(plan_of(Operation::kAllReduce, Algorithm::kRing, 12'000), ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      EXPECT_NEAR(static_cast<double>(bytes_sent(ring.graph, rank)), 24'000.0 * (ranks - 1) / ranks,
                  2.0 * ranks);
    }
  }
  const Layout halving =
      layout(plan_of(Operation::kAllReduce, Algorithm::kHalvingDoubling, 4096), 8);
  EXPECT_EQ(bytes_sent(halving.graph, 3), 2u * 4096 * 7 / 8);
  const Layout trees = layout(plan_of(Operation::kAllReduce, Algorithm::kDoubleTree, 4096), 8);
  for (std::uint32_t rank = 0; rank < 8; ++rank) {
    EXPECT_LE(bytes_sent(trees.graph, rank), 2u * 4096);  // half of it in each tree, up or to two
  }
}

TEST(Collective, AddsVectorsAtTheRateItIsGiven) {
  CollectivePlan plan = plan_of(Operation::kAllReduce, Algorithm::kRing, 4096 * 4);
  plan.reduce_byte = 2;
  EXPECT_EQ(time_of(plan, 4), 6 * (kAlpha + 4096 * kBeta) + 3 * 4096 * 2);
}

TEST(Collective, RefusesWhatDoesNotSuit) {
  EXPECT_THROW(layout(plan_of(Operation::kAllToAll, Algorithm::kRing, 64), 4), fabric::ConfigError);
  EXPECT_THROW(layout(plan_of(Operation::kAllGather, Algorithm::kRecursiveDoubling, 64), 6),
               fabric::ConfigError);
  EXPECT_THROW(layout(plan_of(Operation::kReduceScatter, Algorithm::kHalvingDoubling, 64), 6),
               fabric::ConfigError);
  EXPECT_THROW(layout(plan_of(Operation::kAllReduce, Algorithm::kRing, 64), 1),
               fabric::ConfigError);
}

}  // namespace
}  // namespace ib::tb
