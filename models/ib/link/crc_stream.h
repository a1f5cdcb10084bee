// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/ib/link/word.h"
#include "models/ib/machine.h"

namespace ib {

/// One clock's input of a CRC block.
struct CrcStreamIn {
  bool valid = false;               ///< A word is offered.
  bool last = false;                ///< It ends its packet.
  std::uint8_t bytes = kWordBytes;  ///< Valid bytes of it, 1-64; 64 unless `last`.
  Word data{};                      ///< In wire order.
  bool ready = true;                ///< A result is taken.
};

/// The result of a packet is offered from the clock after its last word until it is taken.
template <class Register>
struct CrcStreamOut {
  bool ready = false;           ///< An offered word is taken.
  std::optional<Register> crc;  ///< Goes out least significant byte first.
  bool match = false;           ///< With `crc`: the packet included a CRC that agrees with it.
};

/// Runs a whole packet through a CRC block and answers its result.
template <class Register>
[[nodiscard]] CrcStreamOut<Register> run_packet(Machine<CrcStreamIn, CrcStreamOut<Register>>& block,
                                                const std::uint8_t* bytes, std::size_t count) {
  for (std::size_t at = 0; at < count; at += kWordBytes) {
    CrcStreamIn in;
    const std::size_t here = std::min(kWordBytes, count - at);
    in.valid = true;
    in.last = at + here == count;
    in.bytes = static_cast<std::uint8_t>(here);
    std::copy_n(bytes + at, here, in.data.begin());
    (void)block.step(in);
  }
  return block.step(CrcStreamIn{});
}

}  // namespace ib
