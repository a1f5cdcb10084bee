// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace ib {

/// A byte or a control symbol before 8b/10b coding; Kx.y is value 32 y + x with `control` set.
struct LaneSymbol {
  bool control = false;
  std::uint8_t value = 0;
  friend constexpr bool operator==(LaneSymbol a, LaneSymbol b) {
    return a.control == b.control && a.value == b.value;
  }
};

[[nodiscard]] constexpr LaneSymbol data_symbol(unsigned x, unsigned y) {
  return {false, static_cast<std::uint8_t>(y << 5 | x)};
}
[[nodiscard]] constexpr LaneSymbol control_symbol(unsigned x, unsigned y) {
  return {true, static_cast<std::uint8_t>(y << 5 | x)};
}

// InfiniBand's control symbols (ib-facts 3.5, L).
inline constexpr LaneSymbol kCom = control_symbol(28, 5);  ///< Comma: symbol boundary.
inline constexpr LaneSymbol kSdp = control_symbol(27, 7);  ///< Start of data packet.
inline constexpr LaneSymbol kSlp = control_symbol(28, 2);  ///< Start of link packet.
inline constexpr LaneSymbol kEgp = control_symbol(29, 7);  ///< End of good packet.
inline constexpr LaneSymbol kEbp = control_symbol(30, 7);  ///< End of bad packet.
inline constexpr LaneSymbol kPad = control_symbol(23, 7);
inline constexpr LaneSymbol kSkp = control_symbol(28, 0);  ///< May be added or taken by a retimer.

inline constexpr std::size_t kTrainingSymbols = 16;
using TrainingSet = std::array<LaneSymbol, kTrainingSymbols>;
using SkipSet = std::array<LaneSymbol, 4>;

/// COM, lane number, then fourteen D10.2 (TS1) or D5.2 (TS2).
[[nodiscard]] TrainingSet training_set_1(std::uint8_t lane);
[[nodiscard]] TrainingSet training_set_2(std::uint8_t lane);
/// COM and three SKP.
[[nodiscard]] SkipSet skip_set();

/// More ones or more zeros so far; a lane starts negative.
enum class Disparity : std::uint8_t { kNegative, kPositive };

/// True for the twelve control symbols the code has.
[[nodiscard]] bool is_control_symbol(std::uint8_t value);

/// Ten bits a symbol, bit a in bit 0 and first on the line.
class Encoder8b10b {
 public:
  explicit Encoder8b10b(Disparity disparity = Disparity::kNegative) : disparity_(disparity) {}

  [[nodiscard]] std::uint16_t encode(LaneSymbol symbol);
  [[nodiscard]] Disparity disparity() const { return disparity_; }

 private:
  Disparity disparity_;
};

struct Decoded8b10b {
  std::optional<LaneSymbol> symbol;  ///< Nothing when no symbol has this code.
  bool disparity_error = false;      ///< Right code of the other running disparity.
};

class Decoder8b10b {
 public:
  Decoder8b10b();

  [[nodiscard]] Decoded8b10b decode(std::uint16_t code) { return decode(code, disparity_); }
  /// The same for a lane whose running disparity the caller keeps.
  [[nodiscard]] Decoded8b10b decode(std::uint16_t code, Disparity& disparity) const;
  [[nodiscard]] Disparity disparity() const { return disparity_; }

 private:
  static constexpr std::size_t kCodes = 1024;

  struct Entry {
    bool valid = false;
    LaneSymbol symbol;
  };

  std::array<std::array<Entry, kCodes>, 2> table_{};  ///< By running disparity before.
  Disparity disparity_ = Disparity::kNegative;
};

}  // namespace ib
