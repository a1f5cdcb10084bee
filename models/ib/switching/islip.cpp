// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/islip.h"

namespace ib {

void IslipPolicy::reset() {
  for (RoundRobin& turn : grant_) turn.reset();
  for (RoundRobin& turn : accept_) turn.reset();
}

namespace {

class ClockedIslip final : public IslipMachine {
 public:
  ClockedIslip(unsigned ports, unsigned iterations) : islip_(ports, ports, iterations) {
    matches_.reserve(ports);
  }

  void reset() override { islip_.reset(); }

  IslipOut step(const IslipIn& in) override {
    matches_.clear();
    (void)islip_.match(
        in.free_inputs, in.free_outputs,
        [&](unsigned output, const PortMask& inputs) { return in.requests[output] & inputs; },
        matches_);
    IslipOut out;
    for (const Match match : matches_) {
      out.matched.set(match.output);
      out.input_of[match.output] = static_cast<std::uint8_t>(match.input);
    }
    return out;
  }

 private:
  Islip islip_;
  std::vector<Match> matches_;
};

}  // namespace

std::unique_ptr<IslipMachine> make_islip(unsigned ports, unsigned iterations) {
  return std::make_unique<ClockedIslip>(ports, iterations);
}

}  // namespace ib
