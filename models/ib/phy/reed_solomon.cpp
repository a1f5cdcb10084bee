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
  std::array<Symbol, kMaxCorrectable> magnitudes;
  const auto wrong = solve(syndromes, magnitudes.data());
  if (!wrong) return std::nullopt;
  for (unsigned i = 0; i < wrong->count; ++i) {
    Symbol& symbol = codeword[n_ - 1 - wrong->power[i]];
    symbol = static_cast<Symbol>(symbol ^ magnitudes[i]);
  }
  return wrong->count;
}

std::optional<RsPositions> ReedSolomon::solve(const CheckSymbols& syndromes,
                                              Symbol* magnitudes) const {
  const auto locator = solve_key_equation(syndromes, n_ - k_);
  if (!locator) return std::nullopt;
  const RsPositions positions = roots_.find(*locator);
  if (positions.count != locator->degree) return std::nullopt;
  find_magnitudes(syndromes, *locator, positions, magnitudes);
  return positions;
}

std::optional<unsigned> ReedSolomon::decode_errors(const Error* errors, unsigned count,
                                                   Error* corrections) const {
  CheckSymbols syndromes{};
  for (unsigned e = 0; e < count; ++e) {
    const unsigned power = n_ - 1u - errors[e].place;
    unsigned log = gf1024::log(errors[e].value);
    for (unsigned i = 0; i < n_ - k_; ++i) {
      syndromes[i] = static_cast<Symbol>(syndromes[i] ^ gf1024::exp(log));
      log += power;
      if (log >= gf1024::kOrder) log -= gf1024::kOrder;
    }
  }
  if (syndromes == CheckSymbols{}) return 0;
  std::array<Symbol, kMaxCorrectable> magnitudes;
  const auto wrong = solve(syndromes, magnitudes.data());
  if (!wrong) return std::nullopt;
  for (unsigned i = 0; i < wrong->count; ++i) {
    corrections[i] = {static_cast<std::uint16_t>(n_ - 1 - wrong->power[i]), magnitudes[i]};
  }
  return wrong->count;
}

}  // namespace ib
