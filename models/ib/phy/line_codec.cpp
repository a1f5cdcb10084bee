// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_codec.h"

#include <algorithm>
#include <array>
#include <optional>

#include "models/ib/phy/reed_solomon.h"
#include "models/ib/phy/rs_message.h"
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
        blocks_257_(fec.interleave * (fec.k * kRsSymbolBits / kBitsPer257)) {}

  unsigned group_blocks() const override { return blocks_257_ * kBlocksPer257; }
  unsigned group_bits() const override { return interleave_ * code_.n() * kRsSymbolBits; }
  unsigned group_codewords() const override { return interleave_; }
  unsigned always_corrects() const override { return code_.t(); }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits() + rs_message::kUnit * kRsSymbolBits);
    fill_message(blocks, scrambler, bits.symbols());
    if (interleave_ == 1) return code_.encode(bits.symbols());
    for (unsigned c = 0; c < interleave_; ++c) {
      Word word;
      for (unsigned i = 0; i < code_.k(); ++i) word[i] = bits.symbols()[i * interleave_ + c];
      code_.encode(word.data());
      for (unsigned i = code_.k(); i < code_.n(); ++i) {
        bits.symbols()[i * interleave_ + c] = word[i];
      }
    }
  }

  DecodeReport decode(LineBits& bits, Descrambler& descrambler, Block66* blocks) const override {
    DecodeReport report;
    for (unsigned c = 0; c < interleave_; ++c) {
      const auto corrected =
          interleave_ == 1 ? code_.decode(bits.symbols()) : decode_turn(bits.symbols(), c);
      ++report.codewords[corrected.value_or(kFailedEntry)];
      report.corrected_symbols += corrected.value_or(0);
      report.failed_codewords += corrected ? 0 : 1;
    }
    read_message(bits.symbols(), descrambler, blocks);
    if (report.failed_codewords > 0) std::fill_n(blocks, group_blocks(), lost_block());
    return report;
  }

 private:
  using Word = std::array<Symbol, gf1024::kElements>;

  [[nodiscard]] unsigned message_symbols() const { return interleave_ * code_.k(); }

  /// Codeword `c` of the interleave, in place.
  std::optional<unsigned> decode_turn(Symbol* symbols, unsigned c) const {
    Word word;
    for (unsigned i = 0; i < code_.n(); ++i) word[i] = symbols[i * interleave_ + c];
    const auto corrected = code_.decode(word.data());
    if (corrected.value_or(0) == 0) return corrected;
    for (unsigned i = 0; i < code_.k(); ++i) symbols[i * interleave_ + c] = word[i];
    return corrected;
  }

  void fill_message(const Block66* blocks, Scrambler& scrambler, Symbol* symbols) const {
    rs_message::Words message;
    rs_message::Writer writer{message};
    for (unsigned g = 0; g < blocks_257_; ++g) {
      BlockGroup group;
      std::copy_n(blocks + std::size_t{g} * kBlocksPer257, kBlocksPer257, group.begin());
      const Block257 block = transcode(group);
      writer.bit(block.all_data);
      for (const std::uint64_t word : block.payload) writer.word(scrambler.scramble(word));
    }
    writer.finish((message_symbols() / rs_message::kUnit + 1) *
                  std::size_t{rs_message::kUnitWords});
    rs_message::cut_symbols(message, message_symbols(), symbols);
  }

  void read_message(const Symbol* symbols, Descrambler& descrambler, Block66* blocks) const {
    rs_message::Words message;
    rs_message::join_symbols(symbols, message_symbols(), message);
    for (unsigned g = 0; g < blocks_257_; ++g) {
      const std::size_t at = std::size_t{g} * kBitsPer257;
      Block257 block;
      block.all_data = (rs_message::take(message, at) & 1) != 0;
      for (unsigned w = 0; w < kBlocksPer257; ++w) {
        block.payload[w] = descrambler.descramble(rs_message::take(message, at + 1 + 64 * w));
      }
      Block66* const out = blocks + std::size_t{g} * kBlocksPer257;
      if (!transcode_back(block, out)) std::fill_n(out, kBlocksPer257, lost_block());
    }
  }

  ReedSolomon code_;
  unsigned interleave_;
  unsigned blocks_257_;  ///< 257-bit blocks a group.
};

/// 64b/66b blocks as they are: header 01 or 10, scrambled payload.
class PlainCodec final : public LineCodec {
 public:
  unsigned group_blocks() const override { return kBlocks; }
  unsigned group_bits() const override { return kBlocks * kBlockBits; }
  unsigned group_codewords() const override { return kBlocks; }
  unsigned always_corrects() const override { return 0; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits());
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const std::size_t at = i * kBlockBits;
      write(bits, at, 2, blocks[i].control ? kControlHeader : kDataHeader);
      write(bits, at + 2, 64, scrambler.scramble(blocks[i].payload));
    }
  }

  DecodeReport decode(LineBits& bits, Descrambler& descrambler, Block66* blocks) const override {
    DecodeReport report;
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const std::uint64_t header = read(bits, i * kBlockBits, 2);
      const std::uint64_t payload = descrambler.descramble(read(bits, i * kBlockBits + 2, 64));
      const bool good = header == kControlHeader || header == kDataHeader;
      blocks[i] = good ? Block66{header == kControlHeader, payload} : lost_block();
      report.failed_codewords += good ? 0 : 1;
      ++report.codewords[good ? 0 : kFailedEntry];
    }
    return report;
  }

 private:
  static constexpr unsigned kBlocks = 64;
  static constexpr unsigned kBlockBits = 66;
  static constexpr std::uint64_t kDataHeader = 0b10;  // 01 with the first bit lowest
  static constexpr std::uint64_t kControlHeader = 0b01;

  static void write(LineBits& bits, std::size_t at, unsigned count, std::uint64_t value) {
    for (unsigned i = 0; i < count; ++i) {
      if ((value >> i & 1) != 0) bits.flip(at + i);
    }
  }
  static std::uint64_t read(const LineBits& bits, std::size_t at, unsigned count) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < count; ++i) value |= std::uint64_t{bits.bit(at + i)} << i;
    return value;
  }
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
