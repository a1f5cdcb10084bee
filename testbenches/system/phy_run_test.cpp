// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

double number(const json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

class PhyRunTest : public testing::Test {
 protected:
  /// Runs a testbench into folder `r`.
  Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"--out", "r"});
    return program_.run(arguments);
  }

  [[nodiscard]] json table(const std::string& name) const {
    return json::parse(content(program_.folder() / "r" / "results.json"))["tables"][name];
  }

  /// The sum of a column of numbers of ports.csv or flows.csv.
  [[nodiscard]] double sum(const std::string& file, const std::string& column) const {
    std::istringstream lines{content(program_.folder() / "r" / file)};
    std::string line;
    std::getline(lines, line);
    const std::size_t place = split(line, column);
    double total = 0;
    while (std::getline(lines, line)) total += std::atof(field(line, place).c_str());
    return total;
  }

  Program program_;

 private:
  static std::string field(const std::string& line, std::size_t place) {
    std::istringstream fields{line};
    std::string text;
    for (std::size_t i = 0; i <= place; ++i) std::getline(fields, text, ',');
    return text;
  }
  static std::size_t split(const std::string& heading, const std::string& column) {
    for (std::size_t place = 0;; ++place) {
      if (field(heading, place) == column) return place;
    }
  }
};

// ib-facts 10.4 and 10.3 by tables of an independent program: line errors at six points, codeword
// failures at the two where codewords fail.
TEST_F(PhyRunTest, BerFollowsTheClosedForms) {
  ASSERT_EQ(run({"ber", "--generation", "ndr", "--snr-db", "15:20:1", "--set", "phy.fec=rs_544_514",
                 "-n", "2000"})
                .code,
            0);
  const json rows = table("ber");
  ASSERT_EQ(rows.size(), 6u);
  const std::string csv = content(program_.folder() / "r" / "ber.csv");
  EXPECT_EQ(csv.rfind("snr_db,pre_fec_ber,pre_fec_ber_closed_form,codeword_failure_rate,", 0), 0u);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  const double expected[]{4.465400e-3, 1.791218e-3, 5.795061e-4,
                          1.431808e-4, 2.522042e-5, 2.904081e-6};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double bits = number(rows[i]["codewords"]) * 5440;
    EXPECT_NEAR(number(rows[i]["pre_fec_ber"]), expected[i], 3 * std::sqrt(expected[i] / bits));
    EXPECT_NEAR(number(rows[i]["pre_fec_ber_closed_form"]), expected[i], 1e-6 * expected[i]);
  }
  const double failures[]{0.9657219, 3.670882e-2};
  for (std::size_t i = 0; i < std::size(failures); ++i) {
    const double variance = failures[i] * (1 - failures[i]) / number(rows[i]["codewords"]);
    EXPECT_NEAR(number(rows[i]["codeword_failure_rate"]), failures[i], 3 * std::sqrt(variance));
    EXPECT_NEAR(number(rows[i]["codeword_failure_closed_form"]), failures[i], 1e-6);
  }
}

TEST_F(PhyRunTest, ThePlotScriptDrawsTheWaterfallAndTheEye) {
  ASSERT_EQ(run({"ber", "--generation", "ndr", "--snr-db", "16:18:0.5", "-n", "200"}).code, 0);
  const std::string folder = (program_.folder() / "r").string();
  const std::string script = std::string{IB_SOURCE_DIR} + "/scripts/plot_ber.py ";
  ASSERT_EQ(std::system((script + folder + " > /dev/null").c_str()), 0);
  for (const std::string stem : {"ber", "codewords", "eye"}) {
    const std::string png = content(program_.folder() / "r" / (stem + ".png"));
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n") << stem;
    const std::string svg = content(program_.folder() / "r" / (stem + ".svg"));
    EXPECT_NE(svg.find("</svg>"), std::string::npos) << stem;
  }
  const std::string waterfall = content(program_.folder() / "r" / "ber.svg");
  EXPECT_NE(waterfall.find("codeword failure rate"), std::string::npos);
}

TEST_F(PhyRunTest, AWriteOverABitTrueLinkMovesRightDataAndCountsWhatItCorrects) {
  const Outcome outcome = run({"write_bw", "--set", "link.phy=bit_true", "--set",
                               "cable.snr_db=17.8", "--size", "65536", "--iters", "20"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  // 20 messages twice over the line at BER 1.85e-4: more than 20 * 65536 * 8 * 2 * 1.85e-4 bits.
  EXPECT_GT(sum("ports.csv", "corrected_symbols"), 3500);
  EXPECT_EQ(sum("ports.csv", "rcv_errors"), 0);
  EXPECT_EQ(sum("flows.csv", "payload_bytes"), 20 * 65536.0);
}

TEST_F(PhyRunTest, AWriteOverAFailingLinkSendsAgainAndCountsIt) {
  const Outcome outcome = run({"write_bw", "--set", "link.phy=bit_true", "--set",
                               "cable.snr_db=16.4", "--size", "65536", "--iters", "20"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_GT(sum("ports.csv", "failed_codewords"), 0);
  EXPECT_GT(sum("ports.csv", "rcv_errors"), 0);
  EXPECT_GT(sum("flows.csv", "retries"), 0);
  EXPECT_EQ(sum("flows.csv", "payload_bytes"), 20 * 65536.0);
}

// 24 h of 78.125 M codewords/s; ib-facts 10.3: 2.792584e-8 of them fail at 5e-4.
TEST_F(PhyRunTest, BurnInCountsTheFailuresOfADay) {
  ASSERT_EQ(run({"burn_in", "--hours-simulated", "24", "--set", "phy.pre_fec_ber=5e-4", "--set",
                 "phy.fec=rs_544_514"})
                .code,
            0);
  const json row = table("burn_in").back();
  const double codewords = 24 * 3600 * 78.125e6;
  const double expected = codewords * 2.792584e-8;
  EXPECT_NEAR(number(row["codewords"]), codewords, 1);
  EXPECT_NEAR(number(row["failed_codewords"]), expected, 3 * std::sqrt(expected));
}

TEST_F(PhyRunTest, LinkTrainingGoesFromPollingToLinkUpAndBack) {
  ASSERT_EQ(run({"link_training"}).code, 0);
  std::vector<std::string> states;
  for (const json& row : table("link_training")) {
    if (row["port"] == "A") states.push_back(row["state"].get<std::string>());
  }
  const std::vector<std::string> expected{"Polling.Active",
                                          "Config.Debounce",
                                          "Config.RcvrCfg",
                                          "Config.WaitRmt",
                                          "Config.CfgEnhanced",
                                          "Config.Test",
                                          "Config.WaitRmtTest",
                                          "Config.Idle",
                                          "LinkUp",
                                          "Recovery.Retrain",
                                          "Recovery.WaitRmt",
                                          "Recovery.Idle",
                                          "LinkUp",
                                          "Recovery.Retrain",
                                          "Polling.Active"};
  ASSERT_GE(states.size(), expected.size());
  states.resize(expected.size());
  EXPECT_EQ(states, expected);
  const json last = table("link_training").back();
  EXPECT_EQ(number(last["link_error_recovery"]), 1);
  EXPECT_EQ(number(last["link_downed"]), 1);
}

// ib-facts 10.4: NRZ at 10 dB. Firecode's closed form is that of bursts beyond eleven bits.
TEST_F(PhyRunTest, BerCoversFirecodeAndEightBTenB) {
  ASSERT_EQ(run({"ber", "--generation", "fdr", "--snr-db", "10:12:2", "--set", "phy.fec=firecode",
                 "-n", "200"})
                .code,
            0);
  const json fdr = table("ber");
  const double bits = number(fdr[0]["codewords"]) * 2112;
  EXPECT_NEAR(number(fdr[0]["pre_fec_ber"]), 7.827011e-4, 3 * std::sqrt(7.827011e-4 / bits));
  const double failures = number(fdr[1]["codeword_failure_closed_form"]);
  EXPECT_NEAR(number(fdr[1]["codeword_failure_rate"]), failures,
              3 * std::sqrt(failures / number(fdr[1]["codewords"])));
  ASSERT_EQ(run({"ber", "--generation", "qdr", "--snr-db", "10", "-n", "50"}).code, 0);
  const double symbols = number(table("ber")[0]["codewords"]) * 80;
  EXPECT_NEAR(number(table("ber")[0]["pre_fec_ber"]), 7.827011e-4,
              3 * std::sqrt(7.827011e-4 / symbols));
}

TEST_F(PhyRunTest, BerSweepsTheLossOfACable) {
  ASSERT_EQ(
      run({"ber", "--generation", "ndr", "--snr-db", "20", "--loss-db", "0:4:2", "-n", "20"}).code,
      0);
  const json rows = table("ber");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(number(rows[2]["loss_db"]), 4);
  EXPECT_LT(number(rows[0]["pre_fec_ber"]), number(rows[1]["pre_fec_ber"]));
  EXPECT_LT(number(rows[1]["pre_fec_ber"]), number(rows[2]["pre_fec_ber"]));
}

TEST_F(PhyRunTest, RefusesACodeThatTheGenerationLacks) {
  const Outcome outcome = run({"ber", "--generation", "edr", "--set", "phy.fec=rs_544_514"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.error.find("allowed: none, firecode"), std::string::npos) << outcome.error;
}

}  // namespace
}  // namespace ib::tb
