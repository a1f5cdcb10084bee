// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/link/crc_stream.h"

namespace ib {

/// The streaming discipline of both CRC blocks. `Traits` gives `Crc`, the register, and
/// `feed(crc, in, first)`, which moves it over one word.
template <class Traits, class Register>
class CrcStreamMachine final : public Machine<CrcStreamIn, CrcStreamOut<Register>> {
 public:
  void reset() override { state_ = State{}; }

  CrcStreamOut<Register> step(const CrcStreamIn& in) override {
    CrcStreamOut<Register> out;
    out.ready = !state_.done || in.ready;
    if (state_.done) {
      out.crc = state_.crc.value();
      out.match = state_.crc.residue() == Traits::Crc::kResidue;
      if (in.ready) state_ = State{};
    }
    if (in.valid && out.ready) {
      Traits::feed(state_.crc, in, state_.first);
      state_.first = false;
      state_.done = in.last;
    }
    return out;
  }

 private:
  struct State {
    typename Traits::Crc crc;
    bool first = true;  ///< The next word begins a packet.
    bool done = false;  ///< The packet ended; its result waits.
  };

  State state_;
};

}  // namespace ib
