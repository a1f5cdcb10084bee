// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

// 4xNDR: 20 ps a byte. 4096 bytes are one UC packet: LRH 8, BTH 12, ICRC 4, VCRC 2, framing 2.
constexpr double kMessageNs = (4096 + 28) * 0.02;
constexpr double kAnswerNs = 28 * 0.02;

class Workload : public testing::Test {
 protected:
  /// The row of `run traffic` with these settings.
  nlohmann::json run(const std::vector<std::string>& settings,
                     const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"run", "traffic", "--json"};
    for (const std::string& setting : settings) {
      words.emplace_back("--set");
      words.push_back(setting);
    }
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = program_.run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    if (outcome.code != 0) return {};
    return nlohmann::json::parse(outcome.out)["tables"]["traffic"][0];
  }
  double delay(const std::string& load) {
    return run({"traffic.pattern=shift", "testbench.load=" + load},
               {"--nodes", "8", "--duration", "4000"})["delay_avg_ns"];
  }

  Program program_;
};

// A permutation on one switch: each source is a queue with Poisson arrivals and one length of
// service, an M/D/1 queue; its mean wait is load / (2 (1 - load)) services.
TEST_F(Workload, WaitsAsInAnMd1Queue) {
  const auto wait = [](double load) { return load / (2 * (1 - load)) * kMessageNs; };
  const double light = delay("0.1");
  EXPECT_NEAR(delay("0.5") - light, wait(0.5) - wait(0.1), 0.05 * wait(0.5));
  EXPECT_NEAR(delay("0.8") - light, wait(0.8) - wait(0.1), 0.05 * wait(0.8));
}

TEST_F(Workload, AcceptsWhatIsOfferedAndSaysHowSure) {
  const auto row = run({"testbench.load=0.6"}, {"--nodes", "8", "--duration", "400"});
  EXPECT_EQ(row["state"], "steady");
  const double error = std::abs(row["accepted_load"].get<double>() - 0.6);
  EXPECT_LE(error, 2 * row["accepted_load_ci"].get<double>());
  EXPECT_LE(row["accepted_load_ci"].get<double>(), 0.02);
  EXPECT_LT(row["delay_p50_ns"], row["delay_p99_ns"]);
  EXPECT_LE(row["delay_p99_ns"], row["delay_max_ns"]);
}

// The one sink's line is shared by seven.
TEST_F(Workload, SaysThatAnIncastSaturates) {
  const auto row = run({"traffic.pattern=incast"}, {"--nodes", "8", "--load", "0.5"});
  EXPECT_EQ(row["state"], "saturated");
  EXPECT_NEAR(row["accepted_load"].get<double>(), 1.0 / 7, 0.003);
  EXPECT_NEAR(row["offered_load"].get<double>(), 0.5, 0.05);
}

TEST_F(Workload, OfALightIncastIsSteady) {
  const auto row =
      run({"traffic.pattern=incast"}, {"--nodes", "8", "--load", "0.1", "--duration", "2000"});
  EXPECT_EQ(row["state"], "steady");
}

// With many messages on their way the line is full of messages, and of the answers to those that
// come in.
TEST_F(Workload, FillsTheLineInAClosedLoop) {
  const auto row =
      run({"traffic.arrivals=closed", "traffic.pattern=shift", "traffic.outstanding=32"},
          {"--nodes", "8"});
  EXPECT_NEAR(row["accepted_load"].get<double>(), kMessageNs / (kMessageNs + kAnswerNs), 0.005);
  EXPECT_EQ(row["state"], "steady");
}

// One at a time: a message and its empty answer, one after the other. Both cross the same parts, so
// they differ by the time their bytes take to come in: twice, since hosts take packets in whole and
// switches pass them through.
TEST_F(Workload, GoesRoundOneByOneInAClosedLoop) {
  const std::vector<std::string> closed{"traffic.arrivals=closed", "traffic.pattern=shift"};
  const auto row = run(closed, {"--nodes", "8"});
  const double there = row["delay_avg_ns"];
  const double back = there - (kMessageNs - kAnswerNs);
  const double share = kMessageNs / (there + back);
  EXPECT_NEAR(row["accepted_load"].get<double>(), share, 0.02 * share);
}

TEST_F(Workload, ThinksInAClosedLoop) {
  const std::vector<std::string> fast{"traffic.arrivals=closed", "traffic.pattern=shift"};
  std::vector<std::string> slow = fast;
  slow.emplace_back("traffic.think_ns=10000");
  const double round = kMessageNs / run(fast, {"--nodes", "4"})["accepted_load"].get<double>();
  const auto row = run(slow, {"--nodes", "4", "--duration", "400"});
  EXPECT_NEAR(kMessageNs / row["accepted_load"].get<double>(), round + 10'000, 200);
}

// 200,000 bytes are 49 packets, and the last one's bytes come 48 packets after the first one's.
TEST_F(Workload, CutsLongMessagesAtTheMtu) {
  const std::vector<std::string> closed{"traffic.arrivals=closed", "traffic.pattern=shift"};
  auto long_ones = closed;
  long_ones.emplace_back("traffic.sizes=196608");
  const double one = run(closed, {"--nodes", "4"})["delay_avg_ns"];
  const double many = run(long_ones, {"--nodes", "4"})["delay_avg_ns"];
  EXPECT_NEAR(many - one, 47 * kMessageNs, 3);
}

TEST_F(Workload, OfPublishedSizesHasItsLoad) {
  const auto row =
      run({"traffic.sizes=storage", "testbench.load=0.4"}, {"--nodes", "16", "--duration", "2000"});
  EXPECT_NEAR(row["offered_load"].get<double>(), 0.4, 0.03);
  EXPECT_NEAR(row["accepted_load"].get<double>(), 0.4, 0.03);
}

TEST_F(Workload, TakesEveryPatternOnAnyTopology) {
  for (const char* pattern : {"bit_reversal", "transpose", "tornado", "random", "hotspot",
                              "all_to_all", "neighbour", "uniform"}) {
    const auto row = run({std::string("traffic.pattern=") + pattern, "testbench.load=0.1",
                          "traffic.shape=4x4", "link.data_vls=2"},
                         {"--topology", "torus:4x4", "--routing", "dor", "--duration", "40"});
    EXPECT_EQ(row["pattern"], pattern);
    EXPECT_NEAR(row["accepted_load"].get<double>(), row["offered_load"].get<double>(), 0.02)
        << pattern;
  }
}

// Tornado on a ring of 8: all go three hops one way, so each cable carries three hosts' traffic.
TEST_F(Workload, FindsTheSaturationOfATornado) {
  const std::vector<std::string> torus{"--topology", "torus:8",    "--routing",
                                       "dor",        "--duration", "200"};
  const std::vector<std::string> settings{"traffic.pattern=tornado", "link.data_vls=2"};
  auto light = settings;
  light.emplace_back("testbench.load=0.2");
  EXPECT_EQ(run(light, torus)["state"], "steady");
  auto heavy = settings;
  heavy.emplace_back("testbench.load=0.4");
  const auto row = run(heavy, torus);
  EXPECT_EQ(row["state"], "saturated");
  EXPECT_LE(row["accepted_load"].get<double>(), 1.0 / 3);
}

// Adaptive routing with a free choice for each packet lets them overtake: messages are put together
// all the same.
TEST_F(Workload, PutsTogetherWhatOvertook) {
  const auto row = run({"switch.adaptive.enabled=true", "switch.adaptive.bind_time_us=0",
                        "traffic.sizes=65536", "testbench.load=0.6"},
                       {"--topology", "fattree2:8", "--duration", "200"});
  EXPECT_NEAR(row["accepted_load"].get<double>(), row["offered_load"].get<double>(), 0.05);
}

TEST_F(Workload, IsTheSameWhateverTheQuantum) {
  const std::vector<std::string> settings{"traffic.sizes=64:0.5,9000:0.5",
                                          "traffic.arrivals=on_off"};
  const auto row = run(settings, {"--nodes", "8", "--duration", "30"});
  EXPECT_EQ(run(settings, {"--nodes", "8", "--duration", "30", "--quantum", "1cycle"}), row);
  EXPECT_EQ(run(settings, {"--nodes", "8", "--duration", "30", "--threads", "2"}), row);
}

TEST_F(Workload, RefusesInOneLine) {
  for (const char* setting : {"traffic.sizes=websearch", "traffic.pattern=transpose",
                              "traffic.pattern=sideways", "traffic.shape=3x3"}) {
    const Outcome outcome = program_.run({"run", "traffic", "--nodes", "8", "--set", setting});
    EXPECT_EQ(outcome.code, 2) << setting;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  }
}

TEST_F(Workload, IsAnAxisOfASweep) {
  std::ofstream{program_.folder() / "patterns.toml"}
      << "testbench.name = \"traffic\"\ntestbench.nodes = 4\ntestbench.duration_us = 10\n"
         "[[sweep.axis]]\nparameter = \"traffic.pattern\"\nvalues = [\"shift\", \"incast\"]\n"
         "[[sweep.axis]]\nparameter = \"traffic.sizes\"\nvalues = [\"64\", \"storage\"]\n";
  const Outcome outcome = program_.run({"sweep", "patterns.toml", "--out", "results"});
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  const std::string csv = content(program_.folder() / "results" / "results.csv");
  EXPECT_THAT(csv, HasSubstr("state"));
  EXPECT_THAT(csv, HasSubstr("accepted_load_ci"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

}  // namespace
}  // namespace ib::tb
