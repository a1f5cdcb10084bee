// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "models/ib/link/generation.h"
#include "models/ib/phy/block66.h"
#include "models/ib/phy/fec.h"
#include "models/ib/phy/scrambler.h"

namespace ib {

/// Bits in line order, kept as the 10-bit symbols of the Reed-Solomon codes: symbol 0 and its bit 0
/// first.
class LineBits {
 public:
  /// All zero.
  void resize(std::size_t bits) { symbols_.assign((bits + kRsSymbolBits - 1) / kRsSymbolBits, 0); }
  [[nodiscard]] std::uint16_t* symbols() { return symbols_.data(); }
  [[nodiscard]] const std::uint16_t* symbols() const { return symbols_.data(); }
  [[nodiscard]] std::size_t symbol_count() const { return symbols_.size(); }
  friend bool operator==(const LineBits& a, const LineBits& b) { return a.symbols_ == b.symbols_; }

  [[nodiscard]] unsigned bit(std::size_t at) const {
    return symbols_[at / kRsSymbolBits] >> (at % kRsSymbolBits) & 1u;
  }
  /// Bits [at, at + count), the first lowest; count <= 64.
  [[nodiscard]] std::uint64_t load(std::size_t at, unsigned count) const;
  /// Over bits that are zero; `value` has no more than `count`.
  void store(std::size_t at, unsigned count, std::uint64_t value);
  void flip(std::size_t at) {
    std::uint16_t& symbol = symbols_[at / kRsSymbolBits];
    symbol = static_cast<std::uint16_t>(symbol ^ 1u << (at % kRsSymbolBits));
  }

 private:
  std::vector<std::uint16_t> symbols_;
};

/// Calls difference(symbol, a xor b) for each symbol in which bits of equal length differ.
template <class Difference>
void for_each_difference(const LineBits& a, const LineBits& b, Difference&& difference) {
  constexpr std::size_t kTogether = 32;
  const std::size_t count = a.symbol_count();
  for (std::size_t first = 0; first < count; first += kTogether) {
    const std::size_t here = count - first < kTogether ? count - first : kTogether;
    if (std::memcmp(a.symbols() + first, b.symbols() + first, here * sizeof *a.symbols()) == 0) {
      continue;
    }
    for (std::size_t at = first; at < first + here; ++at) {
      const auto changed = static_cast<std::uint16_t>(a.symbols()[at] ^ b.symbols()[at]);
      if (changed != 0) difference(at, changed);
    }
  }
}

/// Codewords by how many symbols were corrected; the last entry counts those that failed.
inline constexpr std::size_t kFailedEntry = 16;
using CodewordHistogram = std::array<std::uint64_t, kFailedEntry + 1>;

/// What a receiver did with one group of codewords.
struct DecodeReport {
  unsigned corrected_symbols = 0;  ///< Firecode: bits.
  unsigned failed_codewords = 0;
  std::uint64_t failed_mask = 0;  ///< One bit a codeword of the group that failed.
  CodewordHistogram codewords{};
};

/// The block in place of one that a codeword took with it.
[[nodiscard]] constexpr Block66 lost_block() { return {true, 0}; }

/// What both ends of a line know when a simulation carries a group.
struct SentGroup {
  const Block66* blocks;
  const LineBits* bits;
  ScramblerState scrambler;  ///< As the group began.
};

/// Both ends of a line code: a group of 64b/66b blocks to line bits and back. A group is the
/// codewords that are on the line together.
class LineCodec {
 public:
  LineCodec() = default;
  LineCodec(const LineCodec&) = delete;
  LineCodec& operator=(const LineCodec&) = delete;
  virtual ~LineCodec() = default;

  [[nodiscard]] virtual unsigned group_blocks() const = 0;
  [[nodiscard]] virtual unsigned group_bits() const = 0;
  /// Without FEC, blocks.
  [[nodiscard]] virtual unsigned group_codewords() const = 0;
  /// So many wrong symbols in a group are corrected, wherever they are.
  [[nodiscard]] virtual unsigned always_corrects() const = 0;
  /// Bits that a lane takes in turn before the next one does.
  [[nodiscard]] virtual unsigned lane_turn_bits() const { return kRsSymbolBits; }
  /// The scrambler runs on from group to group.
  virtual void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const = 0;
  /// Corrects the bits in place on the way.
  [[nodiscard]] virtual DecodeReport decode(LineBits& bits, Descrambler& descrambler,
                                            Block66* blocks) const = 0;
  /// The same, for bits that were `sent` before the line changed some: a codec may save what work
  /// that tells the result of.
  [[nodiscard]] virtual DecodeReport decode(const SentGroup& /*sent*/, LineBits& bits,
                                            Descrambler& descrambler, Block66* blocks) const {
    return decode(bits, descrambler, blocks);
  }
};

/// Reed-Solomon modes: blocks are transcoded to 257 bits, scrambled and cut into symbols, which the
/// codewords of an interleave take in turn, so a codeword that fails spoils the whole group.
/// Firecode: blocks go to the lanes in turn, each of which has codewords of its own.
/// Without FEC: scrambled 66-bit blocks, or 8b/10b symbols on generations that have those.
[[nodiscard]] std::unique_ptr<LineCodec> make_line_codec(FecMode mode, LinkRate rate);

}  // namespace ib
