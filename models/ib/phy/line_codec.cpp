// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_codec.h"

#include <algorithm>
#include <array>
#include <optional>

#include "models/ib/phy/reed_solomon.h"
#include "models/ib/phy/transcode.h"

namespace ib {
namespace {

using Symbol = ReedSolomon::Symbol;

constexpr unsigned kBitsPer257 = 257;
constexpr unsigned kMaxMessageSymbols = 516;
constexpr unsigned kMaxInterleave = 8;
/// A group's message in line order, and room for what whole units and shifted reads touch.
using MessageWords =
    std::array<std::uint64_t, kMaxInterleave * kMaxMessageSymbols * kRsSymbolBits / 64 + 8>;

void put(MessageWords& words, std::size_t at, std::uint64_t value) {
  words[at / 64] |= value << (at % 64);
  words[at / 64 + 1] |= value >> 1 >> (63 - at % 64);
}

std::uint64_t take(const MessageWords& words, std::size_t at) {
  return words[at / 64] >> (at % 64) | words[at / 64 + 1] << 1 << (63 - at % 64);
}

// 32 symbols fill five words: with the loops unrolled all shifts are constants, and no word is read
// back just after it was written, which would stall.
constexpr unsigned kUnit = 32;
constexpr unsigned kUnitWords = kUnit * kRsSymbolBits / 64;

void cut_unit(const std::uint64_t* words, Symbol* symbols) {
#pragma GCC unroll 32
  for (unsigned i = 0; i < kUnit; ++i) {
    const unsigned word = i * kRsSymbolBits / 64;
    const unsigned shift = i * kRsSymbolBits % 64;
    std::uint64_t value = words[word] >> shift;
    if (shift > 64 - kRsSymbolBits) value |= words[word + 1] << (64 - shift);
    symbols[i] = static_cast<Symbol>(value & 0x3FF);
  }
}

void join_unit(const Symbol* symbols, std::uint64_t* words) {
  std::array<std::uint64_t, kUnitWords> joined{};
#pragma GCC unroll 32
  for (unsigned i = 0; i < kUnit; ++i) {
    const unsigned word = i * kRsSymbolBits / 64;
    const unsigned shift = i * kRsSymbolBits % 64;
    joined[word] |= std::uint64_t{symbols[i]} << shift;
    if (shift > 64 - kRsSymbolBits) joined[word + 1] |= std::uint64_t{symbols[i]} >> (64 - shift);
  }
  std::copy(joined.begin(), joined.end(), words);
}

/// Writes whole units: up to 31 symbols too many.
void cut_symbols(const MessageWords& words, unsigned count, Symbol* symbols) {
  for (unsigned unit = 0; unit * kUnit < count; ++unit) {
    cut_unit(&words[std::size_t{unit} * kUnitWords], symbols + std::size_t{unit} * kUnit);
  }
}

/// Reads whole units.
void join_symbols(const Symbol* symbols, unsigned count, MessageWords& words) {
  for (unsigned unit = 0; unit * kUnit < count; ++unit) {
    join_unit(symbols + std::size_t{unit} * kUnit, &words[std::size_t{unit} * kUnitWords]);
  }
}

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
    bits.resize(group_bits() + kUnit * kRsSymbolBits);
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
    MessageWords message{};
    for (unsigned g = 0; g < blocks_257_; ++g) {
      BlockGroup group;
      std::copy_n(blocks + g * kBlocksPer257, kBlocksPer257, group.begin());
      const Block257 block = transcode(group);
      const std::size_t at = std::size_t{g} * kBitsPer257;
      put(message, at, block.all_data);
      for (unsigned w = 0; w < kBlocksPer257; ++w) {
        put(message, at + 1 + 64 * w, scrambler.scramble(block.payload[w]));
      }
    }
    cut_symbols(message, message_symbols(), symbols);
  }

  void read_message(const Symbol* symbols, Descrambler& descrambler, Block66* blocks) const {
    MessageWords message;
    join_symbols(symbols, message_symbols(), message);
    for (unsigned g = 0; g < blocks_257_; ++g) {
      const std::size_t at = std::size_t{g} * kBitsPer257;
      Block257 block;
      block.all_data = (take(message, at) & 1) != 0;
      for (unsigned w = 0; w < kBlocksPer257; ++w) {
        block.payload[w] = descrambler.descramble(take(message, at + 1 + 64 * w));
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
