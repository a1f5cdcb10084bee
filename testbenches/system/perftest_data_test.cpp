// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/system/perftest_harness.h"

namespace ib::tb {
namespace {

using testing::IsEmpty;

struct Workload {
  Verb verb;
  Measure measure;
  bool bidirectional;
};

std::string name_of(const testing::TestParamInfo<Workload>& info) {
  constexpr const char* kOperations[] = {"Write", "Send", "Read", "Atomic"};
  std::string name = kOperations[static_cast<unsigned>(info.param.verb)];
  name += info.param.measure == Measure::kBandwidth ? "Bandwidth" : "Latency";
  return name + (info.param.bidirectional ? "BothWays" : "");
}

std::string operation_name(const testing::TestParamInfo<Verb>& info) {
  constexpr const char* kNames[] = {"Write", "Send", "Read", "Atomic"};
  return kNames[static_cast<unsigned>(info.param)];
}

PerftestPlan plan_of(const Workload& workload) {
  PerftestPlan plan;
  plan.verb = workload.verb;
  plan.measure = workload.measure;
  plan.bidirectional = workload.bidirectional;
  return plan;
}

class PerftestDataTest : public testing::TestWithParam<Workload> {};

// The session compares every byte that arrived with the seed's pattern.
TEST_P(PerftestDataTest, EveryByteArrivesAtEverySize) {
  PerftestPlan plan = plan_of(GetParam());
  plan.sizes = {1, 2, 3, 63, 64, 255, 256, 257, 1000, 4095, 4096, 4097, 8192, 65536, 1000001};
  plan.iterations = 20;
  plan.tx_depth = 8;
  plan.mtu_bytes = 1024;

  const PerftestRun run{configured({"testbench.switches=1"}), plan};

  EXPECT_THAT(run.faults, IsEmpty());
  EXPECT_EQ(run.results.size(), plan.sizes.size());
}

TEST_P(PerftestDataTest, QueuePairsDoNotMixTheirData) {
  PerftestPlan plan = plan_of(GetParam());
  if (plan.measure == Measure::kLatency) GTEST_SKIP() << "one queue pair only";
  plan.sizes = {300, 20000};
  plan.qps = 7;
  plan.iterations = 50;
  plan.tx_depth = 16;

  const PerftestRun run{configured({"testbench.switches=0"}), plan};

  EXPECT_THAT(run.faults, IsEmpty());
  ASSERT_EQ(run.results.size(), 2u);
  EXPECT_EQ(run.results[0].bandwidth.messages, 350u);
}

struct UnreliableWorkload {
  Verb verb;
  Measure measure;
  QpType connection;
};

class UnreliablePerftestTest : public testing::TestWithParam<UnreliableWorkload> {};

// A line that loses nothing: nothing is lost, whatever the service.
TEST_P(UnreliablePerftestTest, EveryByteArrivesAtEverySize) {
  PerftestPlan plan;
  plan.verb = GetParam().verb;
  plan.measure = GetParam().measure;
  plan.connection = GetParam().connection;
  plan.sizes = {1, 2, 63, 64, 255, 256, 1000, 1024};
  if (plan.connection == QpType::kUc) plan.sizes.insert(plan.sizes.end(), {1025, 65536});
  plan.iterations = 700;
  plan.mtu_bytes = 1024;

  PerftestRun run{configured({"testbench.switches=1"}), plan};

  EXPECT_THAT(run.faults, IsEmpty());
  EXPECT_EQ(run.results.size(), plan.sizes.size());
  EXPECT_EQ(run.pair.hca(0).counters().acks_sent + run.pair.hca(1).counters().acks_sent, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    , UnreliablePerftestTest,
    testing::Values(UnreliableWorkload{Verb::kSend, Measure::kBandwidth, QpType::kUc},
                    UnreliableWorkload{Verb::kWrite, Measure::kBandwidth, QpType::kUc},
                    UnreliableWorkload{Verb::kSend, Measure::kLatency, QpType::kUc},
                    UnreliableWorkload{Verb::kWrite, Measure::kLatency, QpType::kUc},
                    UnreliableWorkload{Verb::kSend, Measure::kBandwidth, QpType::kUd},
                    UnreliableWorkload{Verb::kSend, Measure::kLatency, QpType::kUd}));

struct ReliableWorkload {
  Verb verb;
  Measure measure;
  QpType connection;
};

/// RD over an end-to-end context a queue pair, XRC over a shared receive queue a queue pair.
class ReliablePerftestTest : public testing::TestWithParam<ReliableWorkload> {};

TEST_P(ReliablePerftestTest, EveryByteArrivesAtEverySize) {
  PerftestPlan plan;
  plan.verb = GetParam().verb;
  plan.measure = GetParam().measure;
  plan.connection = GetParam().connection;
  plan.sizes = {1, 2, 63, 64, 255, 256, 1000, 1024, 1025, 65536};
  if (plan.verb == Verb::kAtomic) plan.sizes = {kAtomicBytes};
  plan.iterations = 200;
  plan.mtu_bytes = 1024;
  if (plan.measure == Measure::kBandwidth) plan.qps = 3;

  const PerftestRun run{configured({"testbench.switches=1", "hca.reliable_datagrams=true"}), plan};

  EXPECT_THAT(run.faults, IsEmpty());
  EXPECT_EQ(run.results.size(), plan.sizes.size());
}

std::vector<ReliableWorkload> reliable_workloads() {
  std::vector<ReliableWorkload> all;
  for (const Verb verb : {Verb::kWrite, Verb::kSend, Verb::kRead, Verb::kAtomic}) {
    for (const Measure measure : {Measure::kBandwidth, Measure::kLatency}) {
      for (const QpType connection : {QpType::kRd, QpType::kXrcInitiator}) {
        all.push_back({verb, measure, connection});
      }
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(, ReliablePerftestTest, testing::ValuesIn(reliable_workloads()));

// FetchAdds of all queue pairs, back from a line that loses packets: each adds once.
TEST(PerftestAtomics, EveryAdditionCountsOnceOverALossyLine) {
  PerftestPlan plan;
  plan.verb = Verb::kAtomic;
  plan.sizes = {kAtomicBytes};
  plan.qps = 3;
  plan.iterations = 3000;

  PerftestRun run{configured({"testbench.switches=1", "phy.mode=statistical", "phy.fec=rs_544_514",
                              "phy.pre_fec_ber=1.3e-3"}),
                  plan};

  EXPECT_THAT(run.faults, IsEmpty());
  EXPECT_GT(run.pair.hca(0).counters().packets_resent + run.pair.hca(1).counters().packets_resent,
            0u);
}

INSTANTIATE_TEST_SUITE_P(, PerftestDataTest,
                         testing::Values(Workload{Verb::kWrite, Measure::kBandwidth, false},
                                         Workload{Verb::kWrite, Measure::kBandwidth, true},
                                         Workload{Verb::kSend, Measure::kBandwidth, false},
                                         Workload{Verb::kSend, Measure::kBandwidth, true},
                                         Workload{Verb::kRead, Measure::kBandwidth, false},
                                         Workload{Verb::kRead, Measure::kBandwidth, true},
                                         Workload{Verb::kWrite, Measure::kLatency, false},
                                         Workload{Verb::kSend, Measure::kLatency, false},
                                         Workload{Verb::kRead, Measure::kLatency, false}),
                         name_of);

// ib-facts 10.3: at BER 1e-3 one of 6535 codewords of RS(544,514) fails.
class LossyPerftestTest : public testing::TestWithParam<Verb> {};

TEST_P(LossyPerftestTest, DataArrivesRightOverALineThatLosesPackets) {
  PerftestPlan plan;
  plan.verb = GetParam();
  plan.sizes = {65536};
  plan.iterations = 1000;

  PerftestRun run{configured({"testbench.switches=1", "phy.mode=statistical", "phy.fec=rs_544_514",
                              "phy.pre_fec_ber=1e-3"}),
                  plan};

  EXPECT_THAT(run.faults, IsEmpty());
  EXPECT_GT(run.pair.hca(0).counters().packets_resent + run.pair.hca(1).counters().packets_resent,
            0u);
  std::uint64_t damaged = 0;
  for (const auto& cable : run.pair.fabric().cables()) {
    const Ticks end = run.pair.conductor().done_until();
    damaged += cable->a_to_b().counters(end).corrupted_packets;
    damaged += cable->b_to_a().counters(end).corrupted_packets;
  }
  EXPECT_GT(damaged, 0u);
}

INSTANTIATE_TEST_SUITE_P(, LossyPerftestTest,
                         testing::Values(Verb::kWrite, Verb::kSend, Verb::kRead), operation_name);

}  // namespace
}  // namespace ib::tb
