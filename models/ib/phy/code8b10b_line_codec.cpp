// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/code8b10b_line_codec.h"

#include <algorithm>
#include <array>
#include <optional>

#include "models/ib/phy/code8b10b.h"

namespace ib {
namespace {

constexpr unsigned kBlocks = 48;  ///< A group; its symbols divide among every number of lanes.
constexpr unsigned kSymbolBits = 10;
constexpr unsigned kMostLanes = 12;
constexpr unsigned kEnd3 = 3;  ///< Bytes before a delimiter.
constexpr unsigned kEnd7 = 7;

using BlockSymbols = std::array<LaneSymbol, kBlockBytes>;

std::uint8_t byte_of(const Block66& block, unsigned index) {
  return static_cast<std::uint8_t>(block.payload >> (8 * index));
}

/// `count` bytes behind a control block's type, from symbol `at` on.
void put_bytes(const Block66& block, unsigned count, unsigned at, BlockSymbols& symbols) {
  for (unsigned i = 0; i < count; ++i) symbols[at + i] = {false, byte_of(block, i + 1)};
}

void put_skips(unsigned at, BlockSymbols& symbols) {
  for (; at < symbols.size(); at += 4) {
    const SkipSet skips = skip_set();
    std::copy(skips.begin(), skips.end(), symbols.begin() + at);
  }
}

BlockSymbols ended(const Block66& block, unsigned count, LaneSymbol delimiter) {
  BlockSymbols symbols;
  put_bytes(block, count, 0, symbols);
  symbols[count] = delimiter;
  put_skips(count + 1, symbols);
  return symbols;
}

BlockSymbols symbols_of(const Block66& block) {
  BlockSymbols symbols;
  if (!block.control) {
    for (unsigned i = 0; i < kBlockBytes; ++i) symbols[i] = {false, byte_of(block, i)};
    return symbols;
  }
  switch (static_cast<BlockType>(block.payload & 0xFF)) {
    case BlockType::kStart:
      symbols[0] = kSdp;
      put_bytes(block, kEnd7, 1, symbols);
      return symbols;
    case BlockType::kLinkPacket:
      symbols[0] = kSlp;
      put_bytes(block, kLinkPacketBytes, 1, symbols);
      symbols[kEnd7] = kEgp;
      return symbols;
    case BlockType::kEndGood3:
      return ended(block, kEnd3, kEgp);
    case BlockType::kEndGood7:
      return ended(block, kEnd7, kEgp);
    case BlockType::kEndBad3:
      return ended(block, kEnd3, kEbp);
    case BlockType::kEndBad7:
      return ended(block, kEnd7, kEbp);
    case BlockType::kIdle:
      break;
  }
  put_skips(0, symbols);
  return symbols;
}

Block66 control_block(BlockType type, const BlockSymbols& symbols, unsigned from, unsigned count) {
  auto payload = static_cast<std::uint64_t>(type);
  for (unsigned i = 0; i < count; ++i) {
    payload |= std::uint64_t{symbols[from + i].value} << (8 * (i + 1));
  }
  return {true, payload};
}

Block66 data_block(const BlockSymbols& symbols) {
  Block66 block;
  for (unsigned i = 0; i < kBlockBytes; ++i) {
    block.payload |= std::uint64_t{symbols[i].value} << (8 * i);
  }
  return block;
}

/// What the symbols can only come from, if from anything: they are compared with its own.
Block66 likely_block(const BlockSymbols& symbols) {
  const LaneSymbol& last = symbols[kEnd7];
  if (symbols[0] == kSdp) return control_block(BlockType::kStart, symbols, 1, kEnd7);
  if (symbols[0] == kSlp) {
    return control_block(BlockType::kLinkPacket, symbols, 1, kLinkPacketBytes);
  }
  if (symbols[0] == kCom) return idle_block();
  if (last == kEgp) return control_block(BlockType::kEndGood7, symbols, 0, kEnd7);
  if (last == kEbp) return control_block(BlockType::kEndBad7, symbols, 0, kEnd7);
  if (symbols[kEnd3] == kEgp) return control_block(BlockType::kEndGood3, symbols, 0, kEnd3);
  if (symbols[kEnd3] == kEbp) return control_block(BlockType::kEndBad3, symbols, 0, kEnd3);
  return data_block(symbols);
}

std::optional<Block66> block_of(const BlockSymbols& symbols) {
  const Block66 block = likely_block(symbols);
  if (symbols_of(block) != symbols) return std::nullopt;
  return block;
}

using Disparities = std::array<Disparity, kMostLanes>;

Disparities disparities_in(ScramblerState state) {
  Disparities lanes;
  for (unsigned lane = 0; lane < kMostLanes; ++lane) {
    lanes[lane] = (state.history >> lane & 1) != 0 ? Disparity::kPositive : Disparity::kNegative;
  }
  return lanes;
}

ScramblerState state_of(const Disparities& lanes) {
  ScramblerState state{0};
  for (unsigned lane = 0; lane < kMostLanes; ++lane) {
    if (lanes[lane] == Disparity::kPositive) state.history |= std::uint64_t{1} << lane;
  }
  return state;
}

class SymbolLineCodec final : public LineCodec {
 public:
  explicit SymbolLineCodec(unsigned lanes) : lanes_(lanes) {}

  unsigned group_blocks() const override { return kBlocks; }
  unsigned group_bits() const override { return kBlocks * kBlockBytes * kSymbolBits; }
  unsigned group_codewords() const override { return kBlocks; }
  unsigned always_corrects() const override { return 0; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits());
    Disparities disparities = disparities_in(scrambler.state());
    std::uint16_t* code = bits.symbols();
    unsigned lane = 0;
    for (unsigned b = 0; b < kBlocks; ++b) {
      for (const LaneSymbol symbol : symbols_of(blocks[b])) {
        Encoder8b10b encoder{disparities[lane]};
        *code++ = encoder.encode(symbol);
        disparities[lane] = encoder.disparity();
        lane = lane + 1 == lanes_ ? 0 : lane + 1;
      }
    }
    scrambler = Scrambler{state_of(disparities)};
  }

  DecodeReport decode(LineBits& bits, Descrambler& descrambler, Block66* blocks) const override {
    DecodeReport report;
    Disparities disparities = disparities_in(descrambler.state());
    const std::uint16_t* code = bits.symbols();
    unsigned lane = 0;
    for (unsigned b = 0; b < kBlocks; ++b) {
      BlockSymbols symbols;
      bool good = true;
      for (LaneSymbol& symbol : symbols) {
        const Decoded8b10b decoded = decoder_.decode(*code++, disparities[lane]);
        good = good && decoded.symbol && !decoded.disparity_error;
        symbol = decoded.symbol.value_or(LaneSymbol{});
        lane = lane + 1 == lanes_ ? 0 : lane + 1;
      }
      const auto block = good ? block_of(symbols) : std::nullopt;
      blocks[b] = block.value_or(lost_block());
      report.failed_codewords += block ? 0 : 1;
      report.failed_mask |= std::uint64_t{!block} << b;
      ++report.codewords[block ? 0 : kFailedEntry];
    }
    descrambler = Descrambler{state_of(disparities)};
    return report;
  }

 private:
  unsigned lanes_;
  Decoder8b10b decoder_;
};

}  // namespace

std::unique_ptr<LineCodec> make_8b10b_line_codec(unsigned lanes) {
  return std::make_unique<SymbolLineCodec>(lanes);
}

}  // namespace ib
