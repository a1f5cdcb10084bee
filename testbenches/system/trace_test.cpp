// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

class Trace : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream{program_.folder() / name} << text;
    return (program_.folder() / name).string();
  }
  double time_us(const std::string& name, const std::string& text,
                 const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"run", "trace",   "--json",         "--nodes",
                                   "4",   "--trace", write(name, text)};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = program_.run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    if (outcome.code != 0) return 0;
    return nlohmann::json::parse(outcome.out)["tables"]["trace"][0]["time_us"];
  }
  std::string refusal(const std::string& text) {
    const Outcome outcome =
        program_.run({"run", "trace", "--nodes", "4", "--trace", write("bad.goal", text)});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    return outcome.error;
  }

  Program program_;
};

std::string ping_pong(int rounds, int calc_ns) {
  std::string first = "rank 0 {\n";
  std::string second = "rank 1 {\n";
  for (int i = 0; i < rounds; ++i) {
    const std::string n = std::to_string(i);
    first += "c" + n + ": calc " + std::to_string(calc_ns) + "\ns" + n + ": send 4096b to 1 tag " +
             n + "\nr" + n + ": recv 4096b from 1 tag " + n + "\ns" + n + " requires c" + n + "\n";
    if (i > 0) first += "c" + n + " requires r" + std::to_string(i - 1) + "\n";
    second += "r" + n + ": recv 4096b from 0 tag " + n + "\ns" + n + ": send 4096b to 0 tag " + n +
              "\ns" + n + " requires r" + n + "\n";
  }
  return "num_ranks 2\n" + first + "}\n" + second + "}\n";
}

// Rounds follow each other, each with its computation.
TEST_F(Trace, OfAPingPongGrowsByTheRoundAndTheComputation) {
  const double one = time_us("a.goal", ping_pong(1, 0));
  EXPECT_NEAR(time_us("b.goal", ping_pong(5, 0)), 5 * one, 0.02);
  EXPECT_NEAR(time_us("c.goal", ping_pong(5, 1000)), 5 * (one + 1), 0.02);
}

// o is paid for each of the four operations of a round trip that follow each other.
TEST_F(Trace, PaysTheOverheadOfEachMessage) {
  const double without = time_us("a.goal", ping_pong(3, 0));
  const double with = time_us("b.goal", ping_pong(3, 0), {"--set", "trace.overhead_ns=500"});
  EXPECT_NEAR(with - without, 3 * 4 * 0.5, 0.02);
}

TEST_F(Trace, OfTheSameOperationsAsCsvTakesTheSameTime) {
  const double goal =
      time_us("a.goal",
              "num_ranks 2\nrank 0 {\nc: calc 300\ns: send 20000b to 1\ns requires c\n}\nrank 1 {\n"
              "recv 20000b from 0\n}\n");
  const double csv = time_us("a.csv",
                             "rank,op,peer,bytes,duration_ns,id,after\n0,calc,,,300,c,\n"
                             "0,send,1,20000,,,c\n1,recv,0,20000,,,\n");
  EXPECT_EQ(goal, csv);
  EXPECT_GT(goal, 0.3 + 20000 * 0.02e-3);
}

// Two processors compute side by side, one thing at a time each.
TEST_F(Trace, ComputesOnSeveralProcessors) {
  const std::string begin = "num_ranks 2\nrank 0 {\nsend 8b to 1\n";
  const std::string end = "}\nrank 1 {\nrecv 8b from 0\n}\n";
  EXPECT_NEAR(time_us("a.goal", begin + "calc 2000\ncalc 2000\n" + end), 4, 0.002);
  EXPECT_NEAR(time_us("b.goal", begin + "calc 2000\ncalc 2000 cpu 1\n" + end), 2, 0.002);
}

TEST_F(Trace, TakesWildcardsInTheOrderOfArrival) {
  EXPECT_GT(
      time_us("a.goal",
              "num_ranks 3\nrank 0 {\nsend 8b to 2 tag 1\n}\nrank 1 {\nsend 8b to 2 tag 9\n}\n"
              "rank 2 {\na: recv 8b from -1 tag -1\nb: recv 8b from -1 tag -1\n"
              "b requires a\n}\n"),
      0);
}

TEST_F(Trace, RefusesInOneLine) {
  EXPECT_THAT(refusal("num_ranks 3\nrank 0 {\n}\nrank 1 {\n}\n"),
              HasSubstr("rank 2 of 3 is missing"));
  EXPECT_THAT(refusal("num_ranks 2\nrank 0 {\nsend 8b to 5\n}\nrank 1 {\n}\n"),
              HasSubstr("rank 5 is missing"));
  EXPECT_THAT(refusal("num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb requires a\n}\n"
                      "rank 1 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n"),
              HasSubstr("cyclic dependency: rank"));
  EXPECT_THAT(refusal("num_ranks 9\nrank 0 {\n}\n"), HasSubstr("missing"));
  const Outcome none = program_.run({"run", "trace"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.error, HasSubstr("trace.file"));
}

}  // namespace
}  // namespace ib::tb
