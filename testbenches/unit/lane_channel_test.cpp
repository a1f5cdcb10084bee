// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/lane_channel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "models/ib/phy/ber.h"

namespace ib {
namespace {

struct Outcome {
  double error_rate = 0;
  double mean_burst = 0;  ///< Errors in a row.
};

Outcome run(Modulation modulation, const ChannelConfig& config, int symbols) {
  LaneChannel channel{modulation, config, RandomStream{1, "lane"}};
  RandomStream levels{2, "levels"};
  int errors = 0;
  int bursts = 0;
  bool before = false;
  for (int i = 0; i < symbols; ++i) {
    const auto sent = static_cast<unsigned>(levels.below(modulation == Modulation::kPam4 ? 4 : 2));
    const bool wrong = channel.carry(sent) != sent;
    errors += wrong ? 1 : 0;
    bursts += wrong && !before ? 1 : 0;
    before = wrong;
  }
  return {static_cast<double>(errors) / symbols, static_cast<double>(errors) / bursts};
}

double gain_at(const std::vector<double>& taps, bool nyquist) {
  double sum = 0;
  for (std::size_t k = 0; k < taps.size(); ++k) sum += nyquist && k % 2 != 0 ? -taps[k] : taps[k];
  return 20 * std::log10(sum);
}

TEST(LaneChannel, NoiseAloneGivesTheClosedForm) {
  ChannelConfig config;
  config.snr_db = 14;
  constexpr int kSymbols = 200'000;
  const double rate = run(Modulation::kPam4, config, kSymbols).error_rate;
  EXPECT_NEAR(rate, pam4_ser(14), 3 * std::sqrt(pam4_ser(14) / kSymbols));
  config.snr_db = 8;
  const double nrz = run(Modulation::kNrz, config, kSymbols).error_rate;
  EXPECT_NEAR(nrz, nrz_ber(8), 3 * std::sqrt(nrz_ber(8) / kSymbols));
}

TEST(LaneChannel, CrosstalkAddsToTheNoise) {
  ChannelConfig config;
  config.snr_db = 17;
  config.crosstalk_db = 17;
  const double rate = run(Modulation::kPam4, config, 100'000).error_rate;
  const double expected = pam4_ser(17 - 10 * std::log10(2.0));
  EXPECT_NEAR(rate, expected, 3 * std::sqrt(expected / 100'000));
}

TEST(LaneChannel, PulseHasItsLossAtNyquistAndNoneAtZero) {
  for (const double loss : {0.0, 3.0, 12.0}) {
    EXPECT_NEAR(gain_at(pulse_from_loss(loss), /*nyquist=*/false), 0, 1e-4);
    EXPECT_NEAR(gain_at(pulse_from_loss(loss), /*nyquist=*/true), -loss, 1e-4);
  }
}

TEST(LaneChannel, CtleHasItsPeakingAndUndoesAnEqualLoss) {
  EXPECT_NEAR(gain_at(ctle_taps(6), /*nyquist=*/true), 6, 1e-9);
  const std::vector<double> whole = convolve(pulse_from_loss(6), ctle_taps(6));
  for (std::size_t k = 1; k < whole.size(); ++k) EXPECT_NEAR(whole[k], 0, 1e-5);
}

TEST(LaneChannel, InterferenceClosesTheEyeAndEqualisersOpenIt) {
  ChannelConfig config;
  config.snr_db = 28;
  config.loss_db = 6;
  EXPECT_GT(run(Modulation::kPam4, config, 20'000).error_rate, 0.05);
  config.ctle_peaking_db = 6;
  EXPECT_LT(run(Modulation::kPam4, config, 20'000).error_rate, 1e-3);
  config.ctle_peaking_db = 0;
  config.dfe_taps = 12;
  EXPECT_LT(run(Modulation::kPam4, config, 20'000).error_rate, 1e-3);
}

TEST(LaneChannel, WrongDecisionsFedBackMakeBursts) {
  ChannelConfig config;
  config.snr_db = 15;
  const double alone = run(Modulation::kPam4, config, 200'000).mean_burst;
  config.pulse = {1.0, 0.9};
  config.dfe_taps = 1;
  const double fed_back = run(Modulation::kPam4, config, 200'000).mean_burst;
  EXPECT_LT(alone, 1.1);
  EXPECT_GT(fed_back, 2.0);
}

TEST(LaneChannel, JitterCostsErrors) {
  ChannelConfig config;
  config.snr_db = 17;
  const double still = run(Modulation::kPam4, config, 100'000).error_rate;
  config.jitter_rms_ui = 0.1;
  EXPECT_GT(run(Modulation::kPam4, config, 100'000).error_rate, 3 * still);
}

}  // namespace
}  // namespace ib
