// SPDX-License-Identifier: Apache-2.0
#include "testbenches/wave/wave_recorder.h"

#include <gtest/gtest.h>

#include "testbenches/wave/wave_config.h"

namespace ib::tb {
namespace {

TEST(WaveBits, AreTheHighestFirst) {
  EXPECT_EQ(wave_bits(5, 4), "0101");
  EXPECT_EQ(wave_bits(1, 1), "1");
  EXPECT_EQ(wave_bits(~std::uint64_t{0}, 66), "00" + std::string(64, '1'));
}

TEST(WaveConfig, ReadsTimesAndTriggers) {
  WaveOptions options;
  options.file = "w.fst";
  options.from = "2us";
  options.to = "1ms";
  options.trigger = "packet=3:70000000000";
  options.before = "10ns";
  options.chips = "sw0,host1";

  const WaveConfig config = wave_config(options);
  EXPECT_EQ(config.from, 2000 * kTicksPerNs);
  EXPECT_EQ(config.to, 1'000'000 * kTicksPerNs);
  EXPECT_EQ(config.trigger.kind, WaveTrigger::Kind::kPacket);
  EXPECT_EQ(config.trigger.source, 3u);
  EXPECT_EQ(config.trigger.sequence, 70'000'000'000u);
  EXPECT_EQ(config.before, 10 * kTicksPerNs);
  EXPECT_EQ(config.after, kNever);
  EXPECT_EQ(config.chips, (std::vector<std::string>{"sw0", "host1"}));
}

}  // namespace
}  // namespace ib::tb
