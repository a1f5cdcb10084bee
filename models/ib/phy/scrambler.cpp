// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/scrambler.h"

namespace ib {
namespace {

/// Both ends remember the last bits of the line, so one state serves.
class ClockedScrambler final : public ScramblerMachine {
 public:
  void reset() override { line_ = {}; }

  ScramblerOut step(const ScramblerIn& in) override {
    if (in.descramble) return run(Descrambler{line_}, &Descrambler::descramble, in);
    return run(Scrambler{line_}, &Scrambler::scramble, in);
  }

 private:
  template <class End>
  ScramblerOut run(End end, std::uint64_t (End::*code)(std::uint64_t), const ScramblerIn& in) {
    const ScramblerOut out{(end.*code)(in.word)};
    if (in.valid) line_ = end.state();
    return out;
  }

  ScramblerState line_;
};

}  // namespace

std::unique_ptr<ScramblerMachine> make_scrambler() { return std::make_unique<ClockedScrambler>(); }

}  // namespace ib
