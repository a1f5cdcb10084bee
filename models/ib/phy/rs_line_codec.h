// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "models/ib/phy/fec.h"
#include "models/ib/phy/line_codec.h"
#include "models/ib/phy/reed_solomon.h"
#include "models/ib/phy/rs_message.h"
#include "models/ib/phy/transcode.h"

namespace ib {

/// Line codec of the Reed-Solomon modes over stages that do the work: functions, or clocked
/// machines. Stages have transcode, transcode_back, scramble, descramble, encode and decode, and
/// decode_errors where kDecodesErrors says so.
template <class Stages>
class RsLineCodec final : public LineCodec {
 public:
  RsLineCodec(const FecInfo& fec, Stages stages)
      : stages_(std::move(stages)),
        n_(fec.n),
        k_(fec.k),
        t_(fec.t),
        interleave_(fec.interleave),
        blocks_257_(fec.interleave * (fec.k * kRsSymbolBits / kBitsPer257)) {}

  unsigned group_blocks() const override { return blocks_257_ * kBlocksPer257; }
  unsigned group_bits() const override { return interleave_ * n_ * kRsSymbolBits; }
  unsigned group_codewords() const override { return interleave_; }
  unsigned always_corrects() const override { return t_; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits() + rs_message::kUnit * kRsSymbolBits);
    fill_message(blocks, scrambler, bits.symbols());
    if (interleave_ == 1) return stages_.encode(bits.symbols());
    for (unsigned c = 0; c < interleave_; ++c) {
      Word word;
      for (unsigned i = 0; i < k_; ++i) word[i] = bits.symbols()[i * interleave_ + c];
      stages_.encode(word.data());
      for (unsigned i = k_; i < n_; ++i) {
        bits.symbols()[i * interleave_ + c] = word[i];
      }
    }
  }

  DecodeReport decode(LineBits& bits, Descrambler& descrambler, Block66* blocks) const override {
    DecodeReport report;
    for (unsigned c = 0; c < interleave_; ++c) {
      const auto corrected =
          interleave_ == 1 ? stages_.decode(bits.symbols()) : decode_turn(bits.symbols(), c);
      add(corrected, c, report);
    }
    read_message(bits.symbols(), descrambler, blocks);
    if (report.failed_codewords > 0) std::fill_n(blocks, group_blocks(), lost_block());
    return report;
  }

  DecodeReport decode(const SentGroup& sent, LineBits& bits, Descrambler& descrambler,
                      Block66* blocks) const override {
    if constexpr (!Stages::kDecodesErrors) return decode(bits, descrambler, blocks);
    DecodeReport report;
    std::array<Errors, rs_message::kMaxInterleave> errors;
    collect_errors(*sent.bits, bits, errors.data());
    for (unsigned c = 0; c < interleave_; ++c) decode_by(errors[c], c, bits, report);
    if (bits == *sent.bits && descrambler.state().history == sent.scrambler.history) {
      std::copy_n(sent.blocks, group_blocks(), blocks);
      // The state that is left is the end of the line bits, whatever came before.
      (void)descrambler.descramble(bits.load(std::size_t{blocks_257_} * kBitsPer257 - 64, 64));
      return report;
    }
    read_message(bits.symbols(), descrambler, blocks);
    if (report.failed_codewords > 0) std::fill_n(blocks, group_blocks(), lost_block());
    return report;
  }

 private:
  using Symbol = gf1024::Element;
  using Word = std::array<Symbol, gf1024::kElements>;

  static constexpr unsigned kBitsPer257 = 257;

  [[nodiscard]] unsigned message_symbols() const { return interleave_ * k_; }

  /// Codeword `c` of the interleave, in place.
  std::optional<unsigned> decode_turn(Symbol* symbols, unsigned c) const {
    Word word;
    for (unsigned i = 0; i < n_; ++i) word[i] = symbols[i * interleave_ + c];
    const auto corrected = stages_.decode(word.data());
    if (corrected.value_or(0) == 0) return corrected;
    for (unsigned i = 0; i < n_; ++i) symbols[i * interleave_ + c] = word[i];
    return corrected;
  }

  /// Wrong symbols of one codeword.
  struct Errors {
    std::array<ReedSolomon::Error, gf1024::kElements> list;
    unsigned count = 0;
  };

  void collect_errors(const LineBits& sent, const LineBits& bits, Errors* of_codeword) const {
    for_each_difference(sent, bits, [&](std::size_t at, Symbol wrong) {
      Errors& errors = of_codeword[at % interleave_];
      errors.list[errors.count++] = {static_cast<std::uint16_t>(at / interleave_), wrong};
    });
  }

  /// Codeword `c` of the interleave by what the line changed in it.
  void decode_by(const Errors& errors, unsigned c, LineBits& bits, DecodeReport& report) const {
    std::array<ReedSolomon::Error, kMaxCorrectable> corrections;
    const auto corrected =
        stages_.decode_errors(errors.list.data(), errors.count, corrections.data());
    add(corrected, c, report);
    for (unsigned i = 0; i < corrected.value_or(0); ++i) {
      Symbol& symbol = bits.symbols()[std::size_t{corrections[i].place} * interleave_ + c];
      symbol = static_cast<Symbol>(symbol ^ corrections[i].value);
    }
  }

  static void add(std::optional<unsigned> corrected, unsigned codeword, DecodeReport& report) {
    ++report.codewords[corrected.value_or(kFailedEntry)];
    report.corrected_symbols += corrected.value_or(0);
    report.failed_codewords += corrected ? 0 : 1;
    report.failed_mask |= std::uint64_t{!corrected} << codeword;
  }

  void fill_message(const Block66* blocks, Scrambler& scrambler, Symbol* symbols) const {
    rs_message::Words message;
    rs_message::Writer writer{message};
    for (unsigned g = 0; g < blocks_257_; ++g) {
      BlockGroup group;
      std::copy_n(blocks + std::size_t{g} * kBlocksPer257, kBlocksPer257, group.begin());
      const Block257 block = stages_.transcode(group);
      writer.bit(block.all_data);
      for (const std::uint64_t word : block.payload) writer.word(stages_.scramble(scrambler, word));
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
        const std::uint64_t word = rs_message::take(message, at + 1 + 64 * w);
        block.payload[w] = stages_.descramble(descrambler, word);
      }
      Block66* const out = blocks + std::size_t{g} * kBlocksPer257;
      if (!stages_.transcode_back(block, out)) std::fill_n(out, kBlocksPer257, lost_block());
    }
  }

  Stages stages_;
  unsigned n_;
  unsigned k_;
  unsigned t_;
  unsigned interleave_;
  unsigned blocks_257_;  ///< 257-bit blocks a group.
};

}  // namespace ib
