// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_codec.h"

#include <algorithm>
#include <array>

#include "models/ib/phy/reed_solomon.h"
#include "models/ib/phy/transcode.h"

namespace ib {
namespace {

using Symbol = ReedSolomon::Symbol;

constexpr unsigned kBitsPer257 = 257;

class RsCodec final : public LineCodec {
 public:
  explicit RsCodec(const FecInfo& fec)
      : code_(fec.n, fec.k),
        interleave_(fec.interleave),
        groups_257_(fec.k * kRsSymbolBits / kBitsPer257) {}

  unsigned group_blocks() const override { return interleave_ * codeword_blocks(); }
  unsigned group_bits() const override { return interleave_ * code_.n() * kRsSymbolBits; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits());
    for (unsigned c = 0; c < interleave_; ++c) {
      std::array<Symbol, gf1024::kElements> word;
      fill_message(blocks + c * codeword_blocks(), scrambler, word.data());
      code_.encode(word.data());
      for (unsigned i = 0; i < code_.n(); ++i) bits.store(line_bit(c, i), word[i]);
    }
  }

  DecodeReport decode(const LineBits& bits, Descrambler& descrambler,
                      Block66* blocks) const override {
    DecodeReport report;
    for (unsigned c = 0; c < interleave_; ++c) {
      std::array<Symbol, gf1024::kElements> word;
      for (unsigned i = 0; i < code_.n(); ++i) {
        word[i] = static_cast<Symbol>(bits.load(line_bit(c, i), kRsSymbolBits));
      }
      const auto corrected = code_.decode(word.data());
      report.corrected_symbols += corrected.value_or(0);
      report.failed_codewords += corrected ? 0 : 1;
      Block66* const out = blocks + c * codeword_blocks();
      read_message(word.data(), descrambler, out);
      if (!corrected) std::fill_n(out, codeword_blocks(), lost_block());
    }
    return report;
  }

 private:
  [[nodiscard]] unsigned codeword_blocks() const { return groups_257_ * kBlocksPer257; }
  /// Where symbol i of codeword c begins on the line.
  [[nodiscard]] std::size_t line_bit(unsigned c, unsigned i) const {
    return (std::size_t{i} * interleave_ + c) * kRsSymbolBits;
  }

  void fill_message(const Block66* blocks, Scrambler& scrambler, Symbol* word) const {
    LineBits message;
    message.resize(std::size_t{code_.k()} * kRsSymbolBits);
    for (unsigned g = 0; g < groups_257_; ++g) {
      BlockGroup group;
      std::copy_n(blocks + g * kBlocksPer257, kBlocksPer257, group.begin());
      const Block257 block = transcode(group);
      const std::size_t at = std::size_t{g} * kBitsPer257;
      message.store(at, block.all_data);
      for (unsigned w = 0; w < kBlocksPer257; ++w) {
        message.store(at + 1 + 64 * w, scrambler.scramble(block.payload[w]));
      }
    }
    for (unsigned i = 0; i < code_.k(); ++i) {
      word[i] = static_cast<Symbol>(message.load(std::size_t{i} * kRsSymbolBits, kRsSymbolBits));
    }
  }

  void read_message(const Symbol* word, Descrambler& descrambler, Block66* blocks) const {
    LineBits message;
    message.resize(std::size_t{code_.k()} * kRsSymbolBits);
    for (unsigned i = 0; i < code_.k(); ++i) {
      message.store(std::size_t{i} * kRsSymbolBits, word[i]);
    }
    for (unsigned g = 0; g < groups_257_; ++g) {
      const std::size_t at = std::size_t{g} * kBitsPer257;
      Block257 block;
      block.all_data = message.bit(at) != 0;
      for (unsigned w = 0; w < kBlocksPer257; ++w) {
        block.payload[w] = descrambler.descramble(message.load(at + 1 + 64 * w, 64));
      }
      BlockGroup group;
      group.fill(lost_block());
      group = transcode_back(block).value_or(group);
      std::copy(group.begin(), group.end(), blocks + g * kBlocksPer257);
    }
  }

  ReedSolomon code_;
  unsigned interleave_;
  unsigned groups_257_;  ///< 257-bit blocks a codeword.
};

/// 64b/66b blocks as they are: header 01 or 10, scrambled payload.
class PlainCodec final : public LineCodec {
 public:
  unsigned group_blocks() const override { return kBlocks; }
  unsigned group_bits() const override { return kBlocks * kBlockBits; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits());
    for (std::size_t i = 0; i < kBlocks; ++i) {
      bits.store(i * kBlockBits, blocks[i].control ? kControlHeader : kDataHeader);
      bits.store(i * kBlockBits + 2, scrambler.scramble(blocks[i].payload));
    }
  }

  DecodeReport decode(const LineBits& bits, Descrambler& descrambler,
                      Block66* blocks) const override {
    DecodeReport report;
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const std::uint64_t header = bits.load(i * kBlockBits, 2);
      const std::uint64_t payload = descrambler.descramble(bits.load(i * kBlockBits + 2, 64));
      const bool good = header == kControlHeader || header == kDataHeader;
      blocks[i] = good ? Block66{header == kControlHeader, payload} : lost_block();
      report.failed_codewords += good ? 0 : 1;
    }
    return report;
  }

 private:
  static constexpr unsigned kBlocks = 64;
  static constexpr unsigned kBlockBits = 66;
  static constexpr std::uint64_t kDataHeader = 0b10;  // 01 with the first bit lowest
  static constexpr std::uint64_t kControlHeader = 0b01;
};

}  // namespace

std::unique_ptr<LineCodec> make_line_codec(FecMode mode) {
  const FecInfo& fec = info(mode);
  switch (fec.family) {
    case FecFamily::kReedSolomon:
      return std::make_unique<RsCodec>(fec);
    case FecFamily::kNone:
      return std::make_unique<PlainCodec>();
    case FecFamily::kFirecode:
      break;
  }
  return nullptr;
}

}  // namespace ib
