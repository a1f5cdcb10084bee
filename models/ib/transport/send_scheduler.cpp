// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/send_scheduler.h"

namespace ib {
namespace {

class ClockedSendScheduler final : public SendSchedulerMachine {
 public:
  void reset() override { turns_.reset(); }

  SendSchedulerOut step(const SendSchedulerIn& in) override {
    SendSchedulerOut out;
    out.request_ready = turns_.waiting(SendClass::kRequests) < kSendTurnDepth;
    out.response_ready = turns_.waiting(SendClass::kResponses) < kSendTurnDepth;
    out.choice = turns_.choice();
    if (in.take && out.choice) turns_.take(in.served);
    if (in.request && out.request_ready) turns_.push(SendClass::kRequests, *in.request);
    if (in.response && out.response_ready) turns_.push(SendClass::kResponses, *in.response);
    return out;
  }

 private:
  SendTurns turns_;
};

}  // namespace

std::unique_ptr<SendSchedulerMachine> make_send_scheduler() {
  return std::make_unique<ClockedSendScheduler>();
}

}  // namespace ib
