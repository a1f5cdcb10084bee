// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/code8b10b.h"

namespace ib {
namespace {

// Sub-block codes for negative running disparity, written in line order, the first bit leftmost
// (IEEE 802.3 clause 36, after Widmer and Franaszek).
constexpr std::array<unsigned, 32> kSixBits{
    0b100111, 0b011101, 0b101101, 0b110001, 0b110101, 0b101001, 0b011001, 0b111000,
    0b111001, 0b100101, 0b010101, 0b110100, 0b001101, 0b101100, 0b011100, 0b010111,
    0b011011, 0b100011, 0b010011, 0b110010, 0b001011, 0b101010, 0b011010, 0b111010,
    0b110011, 0b100110, 0b010110, 0b110110, 0b001110, 0b101110, 0b011110, 0b101011};
constexpr unsigned kSixBitsK28 = 0b001111;
constexpr unsigned kSixBitsD7 = 0b111000;
constexpr std::array<unsigned, 8> kFourBits{0b1011, 0b1001, 0b0101, 0b1100,
                                            0b1101, 0b1010, 0b0110, 0b1110};
constexpr std::array<unsigned, 8> kFourBitsControl{0b1011, 0b0110, 0b1010, 0b1100,
                                                   0b1101, 0b0101, 0b1001, 0b0111};
constexpr unsigned kFourBitsD3 = 0b1100;
constexpr unsigned kFourBitsAlternate7 = 0b0111;

int ones(unsigned bits) { return __builtin_popcount(bits); }

Disparity after(Disparity before, unsigned bits, int half) {
  if (ones(bits) == half) return before;
  return ones(bits) > half ? Disparity::kPositive : Disparity::kNegative;
}

bool complements(unsigned bits, int half, unsigned balanced_exception) {
  return ones(bits) != half || bits == balanced_exception;
}

unsigned six_bits(LaneSymbol symbol, Disparity disparity) {
  const unsigned x = symbol.value & 31u;
  const unsigned bits = symbol.control && x == 28 ? kSixBitsK28 : kSixBits[x];
  const bool flip = disparity == Disparity::kPositive && complements(bits, 3, kSixBitsD7);
  return flip ? bits ^ 0b111111 : bits;
}

/// Dx.7 takes its other form where the common one would make a run of five.
bool takes_alternate(unsigned x, Disparity disparity) {
  return disparity == Disparity::kNegative ? x == 17 || x == 18 || x == 20
                                           : x == 11 || x == 13 || x == 14;
}

unsigned four_bits(LaneSymbol symbol, Disparity disparity) {
  const unsigned x = symbol.value & 31u;
  const unsigned y = symbol.value >> 5u;
  if (symbol.control) {
    return disparity == Disparity::kPositive ? kFourBitsControl[y] ^ 0b1111 : kFourBitsControl[y];
  }
  const unsigned bits =
      y == 7 && takes_alternate(x, disparity) ? kFourBitsAlternate7 : kFourBits[y];
  const bool flip = disparity == Disparity::kPositive && complements(bits, 2, kFourBitsD3);
  return flip ? bits ^ 0b1111 : bits;
}

/// Line order of `bits` turned so that the first bit is bit 0.
unsigned reversed(unsigned bits, unsigned count) {
  unsigned out = 0;
  for (unsigned i = 0; i < count; ++i) out |= (bits >> i & 1u) << (count - 1 - i);
  return out;
}

struct Coded {
  std::uint16_t code;
  Disparity disparity;
};

Coded encode_from(LaneSymbol symbol, Disparity disparity) {
  const unsigned six = six_bits(symbol, disparity);
  const Disparity middle = after(disparity, six, 3);
  const unsigned four = four_bits(symbol, middle);
  return {static_cast<std::uint16_t>(reversed(six, 6) | reversed(four, 4) << 6),
          after(middle, four, 2)};
}

TrainingSet training_set(std::uint8_t lane, LaneSymbol fill) {
  TrainingSet set;
  set.fill(fill);
  set[0] = kCom;
  set[1] = {false, lane};
  return set;
}

}  // namespace

TrainingSet training_set_1(std::uint8_t lane) { return training_set(lane, data_symbol(10, 2)); }
TrainingSet training_set_2(std::uint8_t lane) { return training_set(lane, data_symbol(5, 2)); }
SkipSet skip_set() { return {kCom, kSkp, kSkp, kSkp}; }

bool is_control_symbol(std::uint8_t value) {
  const unsigned x = value & 31u;
  return x == 28 || (value >> 5u == 7 && (x == 23 || x == 27 || x == 29 || x == 30));
}

std::uint16_t Encoder8b10b::encode(LaneSymbol symbol) {
  const Coded coded = encode_from(symbol, disparity_);
  disparity_ = coded.disparity;
  return coded.code;
}

Decoder8b10b::Decoder8b10b() {
  for (const Disparity disparity : {Disparity::kNegative, Disparity::kPositive}) {
    auto& row = table_[static_cast<std::size_t>(disparity)];
    for (unsigned value = 0; value < 256; ++value) {
      const auto byte = static_cast<std::uint8_t>(value);
      row[encode_from({false, byte}, disparity).code] = {true, {false, byte}};
      if (!is_control_symbol(byte)) continue;
      row[encode_from({true, byte}, disparity).code] = {true, {true, byte}};
    }
  }
}

Decoded8b10b Decoder8b10b::decode(std::uint16_t code, Disparity& disparity) const {
  const auto now = static_cast<std::size_t>(disparity);
  const unsigned bits = code & (kCodes - 1);
  disparity = after(after(disparity, bits & 0x3F, 3), bits >> 6, 2);
  if (table_[now][bits].valid) return {table_[now][bits].symbol, false};
  if (table_[1 - now][bits].valid) return {table_[1 - now][bits].symbol, true};
  return {};
}

}  // namespace ib
