// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_codec.h"

#include <algorithm>
#include <optional>

#include "models/ib/phy/code8b10b_line_codec.h"
#include "models/ib/phy/firecode_line_codec.h"
#include "models/ib/phy/plain_line_codec.h"
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
  return make_plain_line_codec(make_block_sync());
}

}  // namespace ib
