// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/phy/gf1024.h"
#include "models/ib/phy/rs_remainder.h"
#include "models/ib/phy/rs_roots.h"

namespace ib {

/// Shortened Reed-Solomon code over GF(2^10) with generator roots alpha^0 .. alpha^(2t-1)
/// (ib-facts 8.2). Words are arrays of n symbols, the highest power first: k of message, then
/// parity. Immutable after construction; one instance serves any number of threads.
class ReedSolomon {
 public:
  using Symbol = gf1024::Element;

  /// n - k is 14 or 30, n <= 1023.
  ReedSolomon(unsigned n, unsigned k);

  [[nodiscard]] unsigned n() const { return n_; }
  [[nodiscard]] unsigned k() const { return k_; }
  [[nodiscard]] unsigned t() const { return (n_ - k_) / 2; }

  /// Fills codeword[k .. n) from codeword[0 .. k).
  void encode(Symbol* codeword) const;

  /// Corrects up to t symbols in place and answers how many. std::nullopt: uncorrectable, word
  /// left as it came. More than t errors may rarely pass for another codeword, as in any decoder.
  [[nodiscard]] std::optional<unsigned> decode(Symbol* codeword) const;

  /// A wrong symbol: its place in the word and what noise added to it.
  struct Error {
    std::uint16_t place;
    Symbol value;
  };
  /// What `decode` does with a codeword to which these errors were added, by the errors alone,
  /// since syndromes are linear and a codeword has none. Writes the corrections, at most t, and
  /// answers how many; they are the errors unless there were more than t of those.
  [[nodiscard]] std::optional<unsigned> decode_errors(const Error* errors, unsigned count,
                                                      Error* corrections) const;

 private:
  /// Corrections for syndromes that are not all zero.
  [[nodiscard]] std::optional<RsPositions> solve(const CheckSymbols& syndromes,
                                                 Symbol* magnitudes) const;

  unsigned n_;
  unsigned k_;
  RsRemainder remainder_;
  RsRootSearch roots_;
};

}  // namespace ib
