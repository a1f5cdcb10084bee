// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/pam4_transmitter.h"

#include <algorithm>

namespace ib {

void Pam4Transmitter::make_levels(std::vector<std::uint8_t>& symbols, bool precode,
                                  Pam4& previous) {
  if (precode) remember(previous);
  for (std::size_t first = 0; first < symbols.size(); first += kPam4PrecoderSymbols) {
    const std::size_t here = std::min<std::size_t>(kPam4PrecoderSymbols, symbols.size() - first);
    Pam4GrayPrecoderIn in{here == kPam4PrecoderSymbols, precode, 0};
    for (std::size_t i = 0; i < here; ++i) {
      in.bits |= std::uint64_t{symbols[first + i]} << 2 * i;
    }
    const std::uint64_t levels = machine_->step(in).levels;
    for (std::size_t i = 0; i < here; ++i) {
      symbols[first + i] = static_cast<std::uint8_t>(levels >> 2 * i & 3);
    }
  }
  if (precode && !symbols.empty()) previous = symbols.back();
}

// A word without precoding clears the machine; one of zeros ending in the level leaves that.
void Pam4Transmitter::remember(Pam4 previous) {
  (void)machine_->step({true, /*precode=*/false, 0});
  const unsigned pair = gray_first_bit(previous) | gray_second_bit(previous) << 1;
  (void)machine_->step({true, /*precode=*/true, std::uint64_t{pair} << 62});
}

}  // namespace ib
