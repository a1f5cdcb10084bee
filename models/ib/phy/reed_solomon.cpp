// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/reed_solomon.h"

#include <algorithm>

#include "models/ib/phy/rs_locator.h"

namespace ib {

ReedSolomon::ReedSolomon(unsigned n, unsigned k)
    : n_(n), k_(k), remainder_(n - k), roots_(n, (n - k) / 2) {}

void ReedSolomon::encode(Symbol* codeword) const {
  CheckSymbols parity;
  remainder_.divide(codeword, k_, parity);
  std::copy_n(parity.begin(), n_ - k_, codeword + k_);
}

std::optional<unsigned> ReedSolomon::decode(Symbol* codeword) const {
  const unsigned check_symbols = n_ - k_;
  CheckSymbols difference;
  remainder_.divide(codeword, k_, difference);
  Symbol any = 0;
  for (unsigned i = 0; i < check_symbols; ++i) {
    difference[i] = static_cast<Symbol>(difference[i] ^ codeword[k_ + i]);
    any = static_cast<Symbol>(any | difference[i]);
  }
  if (any == 0) return 0;

  CheckSymbols syndromes;
  remainder_.syndromes(difference, syndromes);
  const auto locator = solve_key_equation(syndromes, check_symbols);
  if (!locator) return std::nullopt;
  const RsPositions errors = roots_.find(*locator);
  if (errors.count != locator->degree) return std::nullopt;
  std::array<Symbol, kMaxCorrectable> magnitudes;
  find_magnitudes(syndromes, *locator, errors, magnitudes.data());
  for (unsigned i = 0; i < errors.count; ++i) {
    Symbol& symbol = codeword[n_ - 1 - errors.power[i]];
    symbol = static_cast<Symbol>(symbol ^ magnitudes[i]);
  }
  return errors.count;
}

}  // namespace ib
