// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/crossbar.h"

#include <cassert>
#include <utility>
#include <vector>

namespace ib {
namespace {

class ClockedCrossbar final : public CrossbarMachine {
 public:
  ClockedCrossbar(unsigned ports, unsigned cycles) : ports_(ports), way_(cycles) {}

  void reset() override {
    for (CrossbarOut& words : way_) words = {};
  }

  CrossbarOut step(const CrossbarIn& in) override {
    CrossbarOut entering;
    for (unsigned i = 0; i < ports_; ++i) {
      if (in.from[i]) entering.to[in.from[i]->output] = in.from[i]->word;
    }
    CrossbarOut leaving = std::exchange(way_[at_], entering);
    at_ = (at_ + 1) % way_.size();
    return leaving;
  }

 private:
  unsigned ports_;
  std::vector<CrossbarOut> way_;  ///< Words on their way, a ring in time.
  std::size_t at_ = 0;            ///< Those that leave now, and where those that enter go.
};

}  // namespace

std::unique_ptr<CrossbarMachine> make_crossbar(unsigned ports, unsigned cycles) {
  assert(ports <= CrossbarIn::kMaxPorts && cycles > 0);
  return std::make_unique<ClockedCrossbar>(ports, cycles);
}

}  // namespace ib
