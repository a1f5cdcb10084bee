// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_codec.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace ib {
namespace {

constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
constexpr LinkRate kEdr4x{Generation::kEdr, Width::k4x};

struct Line {
  FecMode fec;
  LinkRate rate;
};

std::string line_name(const Line& line) {
  return std::string{name(line.fec)} + '_' + std::string{info(line.rate.generation).name} +
         std::to_string(lanes(line.rate.width)) + 'x';
}

class LineCodecTest : public testing::TestWithParam<Line> {
 protected:
  std::vector<Block66> random_blocks() {
    std::vector<Block66> blocks(codec_->group_blocks());
    for (Block66& block : blocks) {
      block = random_() % 3 == 0 ? idle_block() : Block66{false, random_()};
    }
    return blocks;
  }

  std::unique_ptr<LineCodec> codec_ = make_line_codec(GetParam().fec, GetParam().rate);
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

// The way that knows what was sent must answer like the one that does not, whatever was damaged.
TEST_P(LineCodecTest, KnowingWhatWasSentChangesNothing) {
  for (std::size_t flips = 0; flips < 60; flips += 3) {
    const std::vector<Block66> sent = random_blocks();
    const ScramblerState state = scrambler_.state();
    codec_->encode(sent.data(), scrambler_, bits_);
    LineBits damaged = bits_;
    for (std::size_t i = 0; i < flips; ++i) damaged.flip(random_() % codec_->group_bits());
    for (const std::uint64_t history : {std::uint64_t{0}, std::uint64_t{0x5}}) {
      LineBits one = damaged;
      LineBits other = damaged;
      Descrambler first{ScramblerState{state.history ^ history}};
      Descrambler second{ScramblerState{state.history ^ history}};
      std::vector<Block66> plain(sent.size());
      std::vector<Block66> knowing(sent.size());
      const DecodeReport a = codec_->decode(one, first, plain.data());
      const DecodeReport b =
          codec_->decode({sent.data(), &bits_, state}, other, second, knowing.data());
      EXPECT_EQ(plain, knowing);
      EXPECT_EQ(a.codewords, b.codewords);
      EXPECT_EQ(a.failed_mask, b.failed_mask);
      EXPECT_EQ(first.state().history, second.state().history);
    }
  }
}

TEST_P(LineCodecTest, TakesTheLineTimeOfTheModeTable) {
  const FecInfo& fec = info(GetParam().fec);
  if (fec.family == FecFamily::kNone) return;
  EXPECT_EQ(codec_->group_bits(),
            fec.codeword_bits * codewords_in_flight(GetParam().fec, GetParam().rate.width));
}

INSTANTIATE_TEST_SUITE_P(
    , LineCodecTest,
    testing::Values(Line{FecMode::kNone, kEdr4x}, Line{FecMode::kRs528, kEdr4x},
                    Line{FecMode::kRs544, kNdr4x}, Line{FecMode::kRs544x4, kNdr4x},
                    Line{FecMode::kRs272x2, kNdr4x}, Line{FecMode::kRs546x8Plr, kNdr4x},
                    Line{FecMode::kFirecode, kEdr4x},
                    Line{FecMode::kFirecode, {Generation::kFdr, Width::k1x}},
                    Line{FecMode::kNone, {Generation::kSdr, Width::k1x}},
                    Line{FecMode::kNone, {Generation::kQdr, Width::k4x}},
                    Line{FecMode::kNone, {Generation::kDdr, Width::k12x}}),
    [](const auto& line) { return line_name(line.param); });

TEST(LineCodec, InterleaveSpreadsABurstOverTheCodewords) {
  const auto codec = make_line_codec(FecMode::kRs544x4, kNdr4x);
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
  const auto codec = make_line_codec(FecMode::kRs544x2, kNdr4x);
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
  const auto codec = make_line_codec(FecMode::kNone, kEdr4x);
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

/// One group through a codec with some line bits flipped.
struct Damaged {
  DecodeReport report;
  std::vector<Block66> received;
};

Damaged carry(const LineCodec& codec, const std::vector<Block66>& sent,
              const std::vector<std::size_t>& flips) {
  Damaged result{{}, std::vector<Block66>(sent.size())};
  Scrambler scrambler;
  Descrambler descrambler;
  LineBits bits;
  codec.encode(sent.data(), scrambler, bits);
  for (const std::size_t at : flips) bits.flip(at);
  result.report = codec.decode(bits, descrambler, result.received.data());
  return result;
}

// IEEE 802.3, 49.2.9: the 16th bad header of 64 takes the lock, and here the rest of the group.
TEST(LineCodec, WithoutFecSixteenBadHeadersLoseTheLock) {
  const auto codec = make_line_codec(FecMode::kNone, kEdr4x);
  const std::vector<Block66> sent(codec->group_blocks(), Block66{false, 7});
  std::vector<std::size_t> headers;
  for (std::size_t block = 0; block < 30; block += 2) headers.push_back(66 * block);
  const Damaged locked = carry(*codec, sent, headers);
  EXPECT_EQ(locked.report.failed_codewords, 15u);
  EXPECT_EQ(locked.received[63], sent[63]);

  headers.push_back(66 * 30);
  const Damaged lost = carry(*codec, sent, headers);
  EXPECT_EQ(lost.received[29], sent[29]);
  EXPECT_EQ(lost.report.failed_codewords, 15u + 34u);
  EXPECT_EQ(lost.received[63], lost_block());
  EXPECT_EQ(carry(*codec, sent, {}).received, sent);
}

// IEEE 802.3 clause 74: bursts up to eleven bits; a lane's blocks are those of its number.
TEST(LineCodec, FirecodeCorrectsABurstOnEachLaneAndLosesALaneWithMore) {
  const auto codec = make_line_codec(FecMode::kFirecode, kEdr4x);
  const std::vector<Block66> sent(codec->group_blocks(), idle_block());
  std::vector<std::size_t> flips;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    for (std::size_t i = 0; i < 11; ++i) flips.push_back(lane * 2112 + 100 * lane + i);
  }

  const Damaged corrected = carry(*codec, sent, flips);
  EXPECT_EQ(corrected.received, sent);
  EXPECT_EQ(corrected.report.corrected_symbols, 44u);
  EXPECT_EQ(corrected.report.codewords[11], 4u);

  const Damaged lost = carry(*codec, sent, {2117, 2412, 2913, 3315, 4111});
  EXPECT_EQ(lost.report.failed_mask, 0b0010u);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(lost.received[i] == lost_block(), i % 4 == 1) << i;
  }
}

// SDP is K27.7, 110110 1000 in negative running disparity, first bit left (code of 1983).
TEST(LineCodec, EightBTenBPutsAPacketBetweenDelimiters) {
  const auto codec = make_line_codec(FecMode::kNone, {Generation::kSdr, Width::k1x});
  std::vector<std::uint8_t> bytes(22);
  std::vector<Block66> sent;
  append_packet(bytes.data(), bytes.size(), /*good_end=*/true, sent);
  sent.resize(codec->group_blocks(), idle_block());
  Scrambler negative{ScramblerState{0}};
  LineBits bits;
  codec->encode(sent.data(), negative, bits);
  EXPECT_EQ(bits.load(0, 10), 0b0001011011u);
  EXPECT_EQ(codec->group_bits(), codec->group_blocks() * 80);
}

// One wrong bit makes a code that is none, or one of the wrong disparity here or further on: the
// wrong bit is never taken for a good block of another kind without a trace.
TEST(LineCodec, EightBTenBNoticesEveryWrongBitOfASymbolOrLater) {
  const auto codec = make_line_codec(FecMode::kNone, {Generation::kQdr, Width::k4x});
  std::vector<std::uint8_t> bytes(50, 0x4A);
  std::vector<Block66> sent;
  append_packet(bytes.data(), bytes.size(), /*good_end=*/true, sent);
  sent.resize(codec->group_blocks(), idle_block());
  for (std::size_t bit = 0; bit < 560; ++bit) {
    const Damaged damaged = carry(*codec, sent, {bit});
    EXPECT_FALSE(damaged.received == sent) << bit;
    EXPECT_GT(damaged.report.failed_codewords, 0u) << bit;
  }
}

}  // namespace
}  // namespace ib
