// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/goal_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

OpGraph goal(const std::string& text) {
  std::istringstream stream{text};
  return read_goal(stream, "x.goal");
}

OpGraph csv(const std::string& text) {
  std::istringstream stream{text};
  return read_csv_trace(stream, "x.csv");
}

template <class Read>
std::string fault_of(Read read) {
  try {
    static_cast<void>(read());
  } catch (const fabric::ConfigError& error) {
    return error.what();
  }
  return "";
}

// The grammar of LogGOPSim's txt2bin.
TEST(GoalTrace, ReadsEveryKindOfLine) {
  const OpGraph graph = goal(
      "// two ranks\n"
      "num_ranks 2\n"
      "rank 0 {\n"
      "l1: calc 1500 cpu 1\n"
      "l2: send 16b to 1 tag 4 cpu 2 nic 1\n"
      "l2 requires l1\n"
      "calc 7 /* no\n label */\n"
      "}\n"
      "rank 1 {\n"
      "a: recv 32b from -1 tag -1\n"
      "b : recv 8b from 0\n"
      "b irequires a\n"
      "}\n");
  ASSERT_EQ(graph.size(), 2u);
  const auto& ops = graph.rank(0).ops;
  ASSERT_EQ(ops.size(), 3u);
  EXPECT_EQ(ops[0].kind, OpKind::kCompute);
  EXPECT_EQ(ops[0].duration, 1500 * kTicksPerNs);
  EXPECT_EQ(ops[0].cpu, 1u);
  EXPECT_EQ(ops[1].kind, OpKind::kSend);
  EXPECT_EQ(ops[1].peer, 1u);
  EXPECT_EQ(ops[1].bytes, 16u);
  EXPECT_EQ(ops[1].tag, 4u);
  EXPECT_EQ(ops[1].cpu, 2u);
  EXPECT_EQ(ops[1].line, 5u);
  ASSERT_EQ(graph.rank(0).edges.size(), 1u);
  EXPECT_EQ(graph.rank(0).edges[0].before, 0u);
  EXPECT_EQ(graph.rank(0).edges[0].after, 1u);
  EXPECT_FALSE(graph.rank(0).edges[0].on_start);
  EXPECT_EQ(graph.rank(1).ops[0].peer, kAny);
  EXPECT_EQ(graph.rank(1).ops[0].tag, kAny);
  EXPECT_EQ(graph.rank(1).ops[1].tag, 0u);
  EXPECT_TRUE(graph.rank(1).edges[0].on_start);
}

TEST(GoalTrace, NamesWhatIsMissing) {
  EXPECT_THAT(fault_of([] { return goal("num_ranks 3\nrank 0 {\n}\nrank 2 {\n}\n"); }),
              HasSubstr("x.goal:5: rank 1 of 3 is missing"));
  EXPECT_THAT(fault_of([] { return goal("num_ranks 1\nrank 0 {\n"); }),
              HasSubstr("ends inside rank 0"));
  EXPECT_THAT(fault_of([] { return goal("rank 0 {\n}\n"); }), HasSubstr("num_ranks must come"));
  EXPECT_THAT(fault_of([] { return goal("num_ranks 1\nrank 0 {\na requires b\n}\n"); }),
              HasSubstr("x.goal:3: rank 0 has no operation called a"));
}

TEST(GoalTrace, NamesTheLineItCannotRead) {
  const auto in_rank = [](const std::string& line) {
    return fault_of([&] { return goal("num_ranks 2\nrank 0 {\n" + line + "\n}\nrank 1 {\n}\n"); });
  };
  EXPECT_THAT(in_rank("sned 8b to 1"), HasSubstr("x.goal:3: expected 'send Nb to R'"));
  EXPECT_THAT(in_rank("send 8 to 1"), HasSubstr("a size ends in b"));
  EXPECT_THAT(in_rank("send 8b to x"), HasSubstr("no number"));
  EXPECT_THAT(in_rank("send 8b to -1"), HasSubstr("no number"));
  EXPECT_THAT(in_rank("send 8b to 1 tga 3"), HasSubstr("unexpected 'tga'"));
  EXPECT_THAT(in_rank("a: calc 1\na: calc 2"), HasSubstr("two operations called a"));
  EXPECT_THAT(in_rank("calc 99999999999999999999"), HasSubstr("no number"));
  EXPECT_THAT(fault_of([] { return goal("num_ranks 70000\n"); }), HasSubstr("1 to 65536"));
  EXPECT_THAT(fault_of([] { return goal("num_ranks 1\nrank 1 {\n}\n"); }), HasSubstr("is 1"));
  EXPECT_THAT(fault_of([] { return goal(""); }), HasSubstr("no num_ranks"));
}

TEST(CsvTrace, ReadsOperationsAndDependencies) {
  const OpGraph graph =
      csv("rank,op,peer,bytes,tag,duration_ns,id,after\n"
          "0,calc,,,,250,c,\r\n"
          "0,send,1,64,3,,,c\n"
          "1,recv,0,64,3,,r,\n"
          "1,calc,,,,10,,r\n");
  ASSERT_EQ(graph.size(), 2u);
  EXPECT_EQ(graph.rank(0).ops[0].duration, 250 * kTicksPerNs);
  EXPECT_EQ(graph.rank(0).ops[1].kind, OpKind::kSend);
  EXPECT_EQ(graph.rank(0).ops[1].bytes, 64u);
  EXPECT_EQ(graph.rank(0).ops[1].tag, 3u);
  EXPECT_EQ(graph.rank(0).edges.size(), 1u);
  EXPECT_EQ(graph.rank(1).edges.size(), 1u);
  EXPECT_NO_THROW(static_cast<void>(check(graph, "")));
}

TEST(CsvTrace, NamesWhatIsWrong) {
  EXPECT_THAT(fault_of([] { return csv("rank,op\n0,calc\n2,calc\n"); }),
              HasSubstr("rank 1 of 3 is missing"));
  EXPECT_THAT(fault_of([] { return csv("rank,op,size\n"); }), HasSubstr("unknown column 'size'"));
  EXPECT_THAT(fault_of([] { return csv("rank,peer\n"); }), HasSubstr("rank and op"));
  EXPECT_THAT(fault_of([] { return csv("rank,op\n0\n"); }), HasSubstr("x.csv:2: 1 cells"));
  EXPECT_THAT(fault_of([] { return csv("rank,op\n0,sleep\n"); }), HasSubstr("send, recv, calc"));
  EXPECT_THAT(fault_of([] { return csv("rank,op\n0,send\n"); }), HasSubstr("needs a peer"));
  EXPECT_THAT(fault_of([] { return csv("rank,op,after\n0,calc,x\n"); }), HasSubstr("called x"));
  EXPECT_THAT(fault_of([] { return csv("rank,op\n"); }), HasSubstr("no operations"));
}

}  // namespace
}  // namespace ib::tb
