// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/ib/base/parameter.h"
#include "models/ib/link/generation.h"

namespace ib {

/// Forward error correction of a link. The values 0-15 are the active-mode codes of mlxlink
/// (ib-facts 8.2); the 8-way interleave has none.
enum class FecMode : std::uint8_t {
  kNone,
  kFirecode,
  kRs528,
  kRs271,
  kRs544x4,
  kRs546x4Plr,
  kRs544x2,
  kRs544,
  kRs546x8Plr,
  kRs272,
  kRs272x2,
  kRs544x2Plr,
  kRs544Plr,
  kRs271Plr,
  kRs272Plr,
  kRs272x2Plr,
  kRs544x8,
  kAuto,  ///< The default of the generation; `resolve` replaces it.
};
inline constexpr std::size_t kFecModes = 17;  ///< Without kAuto.

template <>
struct EnumNames<FecMode> {
  static constexpr std::array<std::string_view, kFecModes + 1> values{"none",
                                                                      "firecode",
                                                                      "rs_528_514",
                                                                      "ll_rs_271_257",
                                                                      "rs_544_514_x4",
                                                                      "rs_546_516_x4_plr",
                                                                      "rs_544_514_x2",
                                                                      "rs_544_514",
                                                                      "rs_546_516_x8_plr",
                                                                      "ll_rs_272_258",
                                                                      "ll_rs_272_258_x2",
                                                                      "rs_544_514_x2_plr",
                                                                      "rs_544_514_plr",
                                                                      "ll_rs_271_257_plr",
                                                                      "ll_rs_272_258_plr",
                                                                      "ll_rs_272_258_x2_plr",
                                                                      "rs_544_514_x8",
                                                                      "auto"};
};

enum class FecFamily : std::uint8_t { kNone, kFirecode, kReedSolomon };

/// One row of the mode table. Reed-Solomon counts 10-bit symbols, Firecode and no FEC count bits.
struct FecInfo {
  FecMode mode;
  FecFamily family;
  unsigned n;              ///< Codeword length.
  unsigned k;              ///< Message length.
  unsigned t;              ///< Symbols corrected; Firecode: longest burst, bits.
  unsigned codeword_bits;  ///< On the line.
  unsigned interleave;     ///< Codewords that share their symbols' turns on the line.
  bool plr;                ///< Physical layer retransmission rides on this mode.
  int mlxlink_code;        ///< -1: none.
};

inline constexpr unsigned kRsSymbolBits = 10;

[[nodiscard]] const FecInfo& info(FecMode mode);
[[nodiscard]] std::string_view name(FecMode mode);

/// What mlxlink would show on a link nobody configured (ib-facts 8.2, M/L).
[[nodiscard]] FecMode default_fec(Generation generation);
[[nodiscard]] FecMode resolve(FecMode mode, Generation generation);
[[nodiscard]] bool allows(Generation generation, FecMode mode);

/// Codewords whose bits are on the line together. Firecode runs on each lane by itself
/// (802.3 clause 74), so its codewords travel side by side.
[[nodiscard]] unsigned codewords_in_flight(FecMode mode, Width width);
/// Line time one codeword takes of the whole link, picoseconds, exact; one bit without FEC.
[[nodiscard]] Rational codeword_time_ps(FecMode mode, LinkRate rate);

/// Probability that one codeword is not corrected when each line bit is wrong with probability
/// `ber`, independently (ib-facts 10.3); without FEC, that of one bit. Right to 1e-10 relative
/// wherever a double can hold the answer.
[[nodiscard]] double codeword_failure_probability(FecMode mode, double ber);

}  // namespace ib
