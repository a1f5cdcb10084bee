// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/firecode_line_codec.h"

#include "models/ib/phy/firecode.h"

namespace ib {
namespace {

class FirecodeLineCodec final : public LineCodec {
 public:
  explicit FirecodeLineCodec(unsigned lanes) : lanes_(lanes) {}

  unsigned group_blocks() const override { return lanes_ * kFirecodeBlocks; }
  unsigned group_bits() const override { return lanes_ * kFirecodeBits; }
  unsigned group_codewords() const override { return lanes_; }
  unsigned always_corrects() const override { return 1; }
  unsigned lane_turn_bits() const override { return kFirecodeBits; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits());
    std::array<FirecodeGroup, kMostLanes> groups;
    for (unsigned i = 0; i < group_blocks(); ++i) {
      groups[i % lanes_][i / lanes_] = {blocks[i].control, scrambler.scramble(blocks[i].payload)};
    }
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      const FirecodeWord word = firecode_frame(groups[lane]);
      for (unsigned w = 0; w < word.size(); ++w) bits.store(place(lane, w), 64, word[w]);
    }
  }

  DecodeReport decode(LineBits& bits, Descrambler& descrambler, Block66* blocks) const override {
    DecodeReport report;
    std::array<FirecodeGroup, kMostLanes> groups;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      groups[lane] = decode_lane(bits, lane, report);
    }
    for (unsigned i = 0; i < group_blocks(); ++i) {
      const Block66& block = groups[i % lanes_][i / lanes_];
      const std::uint64_t payload = descrambler.descramble(block.payload);
      const bool failed = (report.failed_mask >> (i % lanes_) & 1) != 0;
      blocks[i] = failed ? lost_block() : Block66{block.control, payload};
    }
    return report;
  }

 private:
  static constexpr unsigned kMostLanes = 12;

  static std::size_t place(unsigned lane, unsigned word) {
    return std::size_t{lane} * kFirecodeBits + std::size_t{word} * 64;
  }

  static FirecodeGroup decode_lane(LineBits& bits, unsigned lane, DecodeReport& report) {
    FirecodeWord word;
    for (unsigned w = 0; w < word.size(); ++w) word[w] = bits.load(place(lane, w), 64);
    const FirecodeWord received = word;
    firecode_whiten(word);
    const auto corrected = firecode_decode(word);
    ++report.codewords[corrected.value_or(kFailedEntry)];
    report.corrected_symbols += corrected.value_or(0);
    report.failed_codewords += corrected ? 0 : 1;
    report.failed_mask |= std::uint64_t{!corrected} << lane;
    const FirecodeGroup blocks = firecode_blocks(word);
    if (corrected.value_or(0) > 0) correct(bits, lane, received, word);
    return blocks;
  }

  /// Flips on the line what the decoder flipped in the word.
  static void correct(LineBits& bits, unsigned lane, const FirecodeWord& received,
                      FirecodeWord word) {
    firecode_whiten(word);
    for (unsigned w = 0; w < word.size(); ++w) {
      for (std::uint64_t wrong = received[w] ^ word[w]; wrong != 0; wrong &= wrong - 1) {
        bits.flip(place(lane, w) + static_cast<unsigned>(__builtin_ctzll(wrong)));
      }
    }
  }

  unsigned lanes_;
};

}  // namespace

std::unique_ptr<LineCodec> make_firecode_line_codec(unsigned lanes) {
  return std::make_unique<FirecodeLineCodec>(lanes);
}

}  // namespace ib
