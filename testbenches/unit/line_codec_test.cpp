// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_codec.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace ib {
namespace {

class LineCodecTest : public testing::TestWithParam<FecMode> {
 protected:
  std::vector<Block66> random_blocks() {
    std::vector<Block66> blocks(codec_->group_blocks());
    for (Block66& block : blocks) {
      block = random_() % 3 == 0 ? idle_block() : Block66{false, random_()};
    }
    return blocks;
  }

  std::unique_ptr<LineCodec> codec_ = make_line_codec(GetParam());
  std::mt19937_64 random_{1};
  Scrambler scrambler_;
  Descrambler descrambler_;
  LineBits bits_;
};

TEST_P(LineCodecTest, GroupsComeBackOneAfterAnother) {
  for (int round = 0; round < 5; ++round) {
    const std::vector<Block66> sent = random_blocks();
    std::vector<Block66> received(sent.size());
    codec_->encode(sent.data(), scrambler_, bits_);
    const DecodeReport report = codec_->decode(bits_, descrambler_, received.data());
    EXPECT_EQ(received, sent);
    EXPECT_EQ(report.corrected_symbols + report.failed_codewords, 0u);
  }
}

TEST_P(LineCodecTest, TakesTheLineTimeOfTheModeTable) {
  const FecInfo& fec = info(GetParam());
  if (fec.family == FecFamily::kNone) return;
  EXPECT_EQ(codec_->group_bits(), fec.codeword_bits * fec.interleave);
}

INSTANTIATE_TEST_SUITE_P(, LineCodecTest,
                         testing::Values(FecMode::kNone, FecMode::kRs528, FecMode::kRs544,
                                         FecMode::kRs544x4, FecMode::kRs272x2,
                                         FecMode::kRs546x8Plr),
                         [](const auto& mode) { return std::string{name(mode.param)}; });

TEST(LineCodec, InterleaveSpreadsABurstOverTheCodewords) {
  const auto codec = make_line_codec(FecMode::kRs544x4);
  const std::vector<Block66> sent(codec->group_blocks(), idle_block());
  std::vector<Block66> received(sent.size());
  Scrambler scrambler;
  Descrambler descrambler;
  LineBits bits;
  codec->encode(sent.data(), scrambler, bits);
  for (std::size_t bit = 5000; bit < 5000 + 4 * 15 * 10; ++bit) bits.flip(bit);

  const DecodeReport report = codec->decode(bits, descrambler, received.data());

  EXPECT_EQ(report.corrected_symbols, 60u);
  EXPECT_EQ(received, sent);
}

TEST(LineCodec, AFailedCodewordTakesAllBlocksOfItsGroup) {
  const auto codec = make_line_codec(FecMode::kRs544x2);
  const std::vector<Block66> sent(codec->group_blocks(), idle_block());
  std::vector<Block66> received(sent.size());
  Scrambler scrambler;
  Descrambler descrambler;
  LineBits bits;
  codec->encode(sent.data(), scrambler, bits);
  for (std::size_t i = 0; i < 16; ++i) bits.flip(i * 2 * 10 + 3);  // symbols of the first codeword

  const DecodeReport report = codec->decode(bits, descrambler, received.data());

  EXPECT_EQ(report.failed_codewords, 1u);
  EXPECT_EQ(report.codewords[0], 1u);
  EXPECT_EQ(received, std::vector<Block66>(sent.size(), lost_block()));
}

TEST(LineCodec, WithoutFecAWrongBitBecomesThree) {
  const auto codec = make_line_codec(FecMode::kNone);
  const std::vector<Block66> sent(codec->group_blocks(), Block66{false, 0});
  std::vector<Block66> received(sent.size());
  Scrambler scrambler;
  Descrambler descrambler;
  LineBits bits;
  codec->encode(sent.data(), scrambler, bits);
  bits.flip(66 * 3 + 2);

  (void)codec->decode(bits, descrambler, received.data());

  EXPECT_EQ(received[3].payload,
            std::uint64_t{1} | std::uint64_t{1} << 39 | std::uint64_t{1} << 58);
  EXPECT_EQ(received[4].payload, 0u);
}

TEST(LineCodec, FirecodeHasNone) { EXPECT_EQ(make_line_codec(FecMode::kFirecode), nullptr); }

}  // namespace
}  // namespace ib
