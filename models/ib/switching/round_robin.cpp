// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/round_robin.h"

namespace ib {
namespace {

class ClockedRoundRobin final : public RoundRobinMachine {
 public:
  explicit ClockedRoundRobin(unsigned size) : turn_(size) {}

  void reset() override { turn_.reset(); }

  RoundRobinOut step(const RoundRobinIn& in) override {
    const unsigned winner = turn_.pick(in.requests);
    if (winner == PortMask::kNone) return {};
    if (in.ready) turn_.won(winner);
    return {winner};
  }

 private:
  RoundRobin turn_;
};

}  // namespace

std::unique_ptr<RoundRobinMachine> make_round_robin(unsigned size) {
  return std::make_unique<ClockedRoundRobin>(size);
}

}  // namespace ib
