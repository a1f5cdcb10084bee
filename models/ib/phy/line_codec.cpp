// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_codec.h"

#include <algorithm>
#include <optional>

#include "models/ib/phy/code8b10b_line_codec.h"
#include "models/ib/phy/firecode_line_codec.h"
#include "models/ib/phy/reed_solomon.h"
#include "models/ib/phy/rs_line_codec.h"

namespace ib {
namespace {

/// The stages as plain functions.
class FunctionStages {
 public:
  static constexpr bool kDecodesErrors = true;

  explicit FunctionStages(const FecInfo& fec) : code_(fec.n, fec.k) {}

  static Block257 transcode(const BlockGroup& group) { return ib::transcode(group); }
  static bool transcode_back(const Block257& block, Block66* blocks) {
    return ib::transcode_back(block, blocks);
  }
  static std::uint64_t scramble(Scrambler& scrambler, std::uint64_t word) {
    return scrambler.scramble(word);
  }
  static std::uint64_t descramble(Descrambler& descrambler, std::uint64_t word) {
    return descrambler.descramble(word);
  }
  void encode(ReedSolomon::Symbol* word) const { code_.encode(word); }
  std::optional<unsigned> decode(ReedSolomon::Symbol* word) const { return code_.decode(word); }
  std::optional<unsigned> decode_errors(const ReedSolomon::Error* errors, unsigned count,
                                        ReedSolomon::Error* corrections) const {
    return code_.decode_errors(errors, count, corrections);
  }

 private:
  ReedSolomon code_;
};

/// 64b/66b blocks as they are: header 01 or 10, scrambled payload.
class PlainCodec final : public LineCodec {
 public:
  unsigned group_blocks() const override { return kBlocks; }
  unsigned group_bits() const override { return kBlocks * kBlockBits; }
  unsigned group_codewords() const override { return kBlocks; }
  unsigned always_corrects() const override { return 0; }
  unsigned lane_turn_bits() const override { return kBlockBits; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits());
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const std::size_t at = i * kBlockBits;
      bits.store(at, 2, blocks[i].control ? kControlHeader : kDataHeader);
      bits.store(at + 2, 64, scrambler.scramble(blocks[i].payload));
    }
  }

  DecodeReport decode(LineBits& bits, Descrambler& descrambler, Block66* blocks) const override {
    DecodeReport report;
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const std::uint64_t header = bits.load(i * kBlockBits, 2);
      const std::uint64_t payload = descrambler.descramble(bits.load(i * kBlockBits + 2, 64));
      const bool good = header == kControlHeader || header == kDataHeader;
      blocks[i] = good ? Block66{header == kControlHeader, payload} : lost_block();
      report.failed_codewords += good ? 0 : 1;
      report.failed_mask |= std::uint64_t{!good} << i;
      ++report.codewords[good ? 0 : kFailedEntry];
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

std::uint64_t LineBits::load(std::size_t at, unsigned count) const {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < count;) {
    const auto shift = static_cast<unsigned>((at + done) % kRsSymbolBits);
    const unsigned here = std::min(kRsSymbolBits - shift, count - done);
    const std::uint64_t part = symbols_[(at + done) / kRsSymbolBits] >> shift;
    value |= (part & ((1u << here) - 1)) << done;
    done += here;
  }
  return value;
}

void LineBits::store(std::size_t at, unsigned count, std::uint64_t value) {
  for (unsigned done = 0; done < count;) {
    const auto shift = static_cast<unsigned>((at + done) % kRsSymbolBits);
    const unsigned here = std::min(kRsSymbolBits - shift, count - done);
    std::uint16_t& symbol = symbols_[(at + done) / kRsSymbolBits];
    const auto part = static_cast<unsigned>(value >> done & ((1u << here) - 1));
    symbol = static_cast<std::uint16_t>(symbol | part << shift);
    done += here;
  }
}

std::unique_ptr<LineCodec> make_line_codec(FecMode mode, LinkRate rate) {
  const FecInfo& fec = info(mode);
  switch (fec.family) {
    case FecFamily::kReedSolomon:
      return std::make_unique<RsLineCodec<FunctionStages>>(fec, FunctionStages{fec});
    case FecFamily::kFirecode:
      return make_firecode_line_codec(lanes(rate.width));
    case FecFamily::kNone:
      break;
  }
  if (info(rate.generation).code == LineCode::k8b10b)
    return make_8b10b_line_codec(lanes(rate.width));
  return std::make_unique<PlainCodec>();
}

}  // namespace ib
