// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/psn_checker.h"

namespace ib {
namespace {

class ClockedPsnChecker final : public PsnCheckerMachine {
 public:
  void reset() override { answer_.reset(); }

  PsnCheckerOut step(const PsnCheckerIn& in) override {
    const PsnCheckerOut out{!answer_ || in.ready, answer_};
    if (in.ready) answer_.reset();
    if (in.query && out.ready) answer_ = check_psn(*in.query);
    return out;
  }

 private:
  std::optional<PsnAnswer> answer_;
};

}  // namespace

std::unique_ptr<PsnCheckerMachine> make_psn_checker() {
  return std::make_unique<ClockedPsnChecker>();
}

}  // namespace ib
