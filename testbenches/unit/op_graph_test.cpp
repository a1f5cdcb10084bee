// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/op_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string fault_of(const OpGraph& graph) {
  try {
    static_cast<void>(check(graph, "x.goal"));
  } catch (const fabric::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(OpGraph, MatchesMessagesInOrderByTag) {
  OpGraph graph{2};
  graph.send(0, 1, 8, 5);
  graph.send(0, 1, 8, 4);
  graph.send(0, 1, 8, 5);
  graph.receive(1, 0, 8, 4);
  graph.receive(1, 0, 8, 5);
  graph.receive(1, 0, 8, 5);
  EXPECT_EQ(check(graph, "")[0], (std::vector<std::uint32_t>{1, 0, 2}));
}

TEST(OpGraph, NamesTheMessageNobodyTakes) {
  OpGraph graph{3};
  graph.send(0, 2, 8, 7);
  EXPECT_THAT(fault_of(graph), AllOf(HasSubstr("x.goal: rank 0"), HasSubstr("tag 7"),
                                     HasSubstr("rank 2 never receives")));
}

TEST(OpGraph, NamesTheMessageNobodySends) {
  OpGraph graph{2};
  Op op;
  op.kind = OpKind::kReceive;
  op.peer = 1;
  op.tag = 7;
  op.line = 12;
  graph.add(0, op);
  EXPECT_THAT(fault_of(graph), HasSubstr("rank 0 line 12: waits for a message with tag 7 that rank "
                                         "1 never sends"));
}

TEST(OpGraph, NamesTheRankThatIsMissing) {
  OpGraph graph{2};
  graph.send(1, 5, 8, 0);
  EXPECT_THAT(fault_of(graph), HasSubstr("rank 5 is missing, there are 2"));
}

TEST(OpGraph, RefusesAMessageToItself) {
  OpGraph graph{2};
  graph.send(1, 1, 8, 0);
  EXPECT_THAT(fault_of(graph), HasSubstr("to itself"));
}

TEST(OpGraph, RefusesAReceiveThatIsTooShort) {
  OpGraph graph{2};
  graph.send(0, 1, 9, 0);
  graph.receive(1, 0, 8, 0);
  EXPECT_THAT(fault_of(graph), HasSubstr("fewer bytes"));
}

TEST(OpGraph, CountsWhatWildcardsCanTake) {
  OpGraph graph{3};
  graph.send(0, 2, 8, 1);
  graph.send(1, 2, 8, 2);
  graph.receive(2, kAny, 8, kAny);
  EXPECT_THAT(fault_of(graph), HasSubstr("rank 2 never receives"));
  graph.receive(2, kAny, 8, 1);
  EXPECT_EQ(fault_of(graph), "");
  graph.receive(2, kAny, 8, 1);
  EXPECT_THAT(fault_of(graph), HasSubstr("rank 2: waits for 1 messages that nobody sends"));
}

// Each waits for the other's message before it sends its own.
TEST(OpGraph, FindsACycleThroughMessages) {
  OpGraph graph{2};
  for (std::uint32_t rank : {0u, 1u}) {
    const std::uint32_t in = graph.receive(rank, 1 - rank, 8, 0);
    const std::uint32_t out = graph.send(rank, 1 - rank, 8, 0);
    graph.require(rank, out, in);
  }
  EXPECT_THAT(fault_of(graph),
              AllOf(HasSubstr("cyclic dependency: rank"), HasSubstr("waits for rank 0 operation 0"),
                    HasSubstr("waits for rank 1 operation 1")));
}

TEST(OpGraph, FindsACycleInARank) {
  OpGraph graph{1};
  const std::uint32_t a = graph.compute(0, 1);
  const std::uint32_t b = graph.compute(0, 1);
  graph.compute(0, 1);
  graph.require(0, a, b);
  graph.require_start(0, b, a);
  EXPECT_THAT(fault_of(graph), HasSubstr("cyclic dependency"));
}

}  // namespace
}  // namespace ib::tb
