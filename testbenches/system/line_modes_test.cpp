// SPDX-License-Identifier: Apache-2.0
// The statistical and the bit-true line, in a whole fabric: what they lose, and what is sent again.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

/// The sum of a column of a CSV file.
double sum(const std::string& csv, std::size_t column) {
  std::istringstream lines{csv};
  std::string line;
  std::getline(lines, line);
  double total = 0;
  while (std::getline(lines, line)) {
    std::istringstream fields{line};
    std::string field;
    for (std::size_t i = 0; i <= column; ++i) std::getline(fields, field, ',');
    total += std::atof(field.c_str());
  }
  return total;
}

constexpr std::size_t kRcvPackets = 5;  // columns of ports.csv
constexpr std::size_t kRcvErrors = 9;
constexpr std::size_t kRecoveries = 20;
constexpr std::size_t kRetries = 10;  // and of flows.csv
constexpr std::size_t kPayload = 9;

struct Sample {
  double mean = 0;
  double variance_of_mean = 0;
};

Sample sample_of(const std::vector<double>& values) {
  Sample sample;
  for (const double value : values) sample.mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - sample.mean) * (value - sample.mean);
  const auto n = static_cast<double>(values.size());
  sample.variance_of_mean = squares / (n - 1) / n;
  return sample;
}

class LineModesTest : public testing::Test {
 protected:
  /// Runs `arguments` with each of so many seeds; `figure` reads a run's folder.
  template <class Figure>
  std::vector<double> figures(std::vector<std::string> arguments, const std::string& mode,
                              unsigned seeds, Figure&& figure) {
    arguments.insert(arguments.end(), {"--set", "switch.ports=8", "--set", "phy.mode=" + mode});
    std::vector<double> values;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      std::vector<std::string> run = arguments;
      run.insert(run.begin(), "run");
      run.insert(run.end(), {"--seed", std::to_string(seed), "--out", "r"});
      EXPECT_EQ(program_.run(run).code, 0);
      values.push_back(figure(program_.folder() / "r"));
    }
    return values;
  }

  static void expect_agreement(const Sample& a, const Sample& b) {
    EXPECT_NEAR(a.mean, b.mean, 3 * std::sqrt(a.variance_of_mean + b.variance_of_mean));
    EXPECT_GT(a.mean, 0);
    EXPECT_GT(b.mean, 0);
  }

  Program program_;
};

// 1024 bytes take 20.48 of the 25.6 ns in which two codewords share the line, so a packet lies in
// 1.8 groups on average, each of which fails with one of its codewords; ib-facts 10.3 and 10.4 at
// 16.2 dB: BER 1.4564e-3, at which 6.721e-3 of the codewords fail.
TEST_F(LineModesTest, LoseTheSameShareOfPackets) {
  const std::vector<std::string> uniform{
      "uniform",    "--nodes", "8",        "--load", "0.6",   "--packet",         "1022",
      "--duration", "8",       "--warmup", "1",      "--set", "cable.snr_db=16.2"};
  const auto loss = [](const std::filesystem::path& folder) {
    const std::string ports = content(folder / "ports.csv");
    const double lost = sum(ports, kRcvErrors);
    return lost / (lost + sum(ports, kRcvPackets));
  };
  const Sample statistical = sample_of(figures(uniform, "statistical", 6, loss));
  const Sample bit_true = sample_of(figures(uniform, "bit_true", 6, loss));

  expect_agreement(statistical, bit_true);
  const double closed_form = 1.8 * 2 * 6.721e-3;
  EXPECT_NEAR(statistical.mean, closed_form, 4 * std::sqrt(statistical.variance_of_mean));
  EXPECT_NEAR(bit_true.mean, closed_form, 4 * std::sqrt(bit_true.variance_of_mean));
}

TEST_F(LineModesTest, SendAsManyPacketsAgain) {
  const std::vector<std::string> write{"write_bw", "--size",           "65536", "--iters", "10",
                                       "--set",    "cable.snr_db=16.4"};
  const auto retries = [](const std::filesystem::path& folder) {
    return sum(content(folder / "flows.csv"), kRetries);
  };
  expect_agreement(sample_of(figures(write, "statistical", 16, retries)),
                   sample_of(figures(write, "bit_true", 16, retries)));
}

// Retransmission below the link layer at a rate at which half of the messages are otherwise hit:
// only the link that is told to has it, and nothing is lost there.
TEST_F(LineModesTest, RetransmissionOnOneLinkAloneLosesNothingThere) {
  const std::vector<std::string> write{"write_bw", "--size",           "65536", "--iters", "10",
                                       "--set",    "cable.snr_db=16.4"};
  const auto errors = [](const std::filesystem::path& folder) {
    return sum(content(folder / "ports.csv"), kRcvErrors);
  };
  const auto with_links = [&write](const std::string& links) {
    std::vector<std::string> arguments = write;
    arguments.insert(arguments.end(), {"--set", "fabric.links=" + links});
    return arguments;
  };
  const std::string plr = "rs_544_514_x2_plr";
  const std::string both = "host0=" + plr + ";host1=" + plr;
  const double without = sample_of(figures(write, "statistical", 6, errors)).mean;
  const double on_one =
      sample_of(figures(with_links("host0=" + plr), "statistical", 6, errors)).mean;
  const double on_both = sample_of(figures(with_links(both), "statistical", 6, errors)).mean;
  EXPECT_GT(without, on_one);
  EXPECT_GT(on_one, 0);
  EXPECT_EQ(on_both, 0);
}

// Both ends of a link count each recovery; ib-facts 3.5 and 5.5.
TEST_F(LineModesTest, RecoverFromErrorsAndStillMoveAllData) {
  const Outcome outcome = program_.run(
      {"run", "write_bw", "--size", "65536", "--iters", "10", "--set", "phy.mode=bit_true", "--set",
       "cable.snr_db=16.2", "--set", "link.training=skip", "--set", "link.error_limit=4", "--set",
       "switch.ports=8", "--out", "r"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const double recoveries = sum(content(program_.folder() / "r/ports.csv"), kRecoveries);
  EXPECT_GT(recoveries, 0);
  EXPECT_EQ(std::fmod(recoveries, 2), 0);
  EXPECT_EQ(sum(content(program_.folder() / "r/flows.csv"), kPayload), 10 * 65536);
}

TEST_F(LineModesTest, RefuseCrossedLanesThatNothingPutsRight) {
  std::vector<std::string> run{"run",    "write_bw", "--set",   "cable.reversed_lanes=true",
                               "--size", "4096",     "--iters", "3"};
  const Outcome refused = program_.run(run);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.error.find("link.training"), std::string::npos) << refused.error;
  run.insert(run.end(), {"--set", "link.training=fast"});
  EXPECT_EQ(program_.run(run).code, 0);
}

TEST_F(LineModesTest, RefuseALinkThatIsNotThere) {
  const Outcome outcome = program_.run({"run", "write_bw", "--set", "fabric.links=host7=bit_true"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.error.find("host7"), std::string::npos) << outcome.error;
}

TEST_F(LineModesTest, RefuseACableThatDoesNotFit) {
  const Outcome cage = program_.run(
      {"run", "write_bw", "--set", "cable.type=ndr_dac_26awg", "--set", "cable.near_cage=qsfp112"});
  EXPECT_EQ(cage.code, 2);
  EXPECT_NE(cage.error.find("plug OSFP does not fit cage QSFP112"), std::string::npos)
      << cage.error;
  const Outcome split = program_.run({"run", "write_bw", "--set", "cable.type=hdr_split_dac",
                                      "--set", "testbench.link_rate=4xHDR"});
  EXPECT_EQ(split.code, 2);
  EXPECT_NE(split.error.find("2 lanes to each far end"), std::string::npos) << split.error;
}

TEST_F(LineModesTest, TakeABreakoutCableAtHalfTheLanes) {
  const Outcome outcome =
      program_.run({"run", "write_bw", "--set", "cable.type=hdr_split_dac", "--set",
                    "testbench.link_rate=2xHDR", "--size", "4096", "--iters", "3"});
  EXPECT_EQ(outcome.code, 0) << outcome.error;
}

}  // namespace
}  // namespace ib::tb
