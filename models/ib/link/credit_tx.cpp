// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/credit_tx.h"

#include "models/ib/link/credits.h"

namespace ib {
namespace {

class ClockedCreditTx final : public CreditTxMachine {
 public:
  void reset() override { vls_ = {}; }

  CreditTxOut step(const CreditTxIn& in) override {
    CreditTxOut out;
    for (unsigned vl = 0; vl < kDataVls; ++vl) {
      const unsigned yes = vls_[vl].may_send(in.blocks[vl]) ? 1 : 0;
      out.may_send = static_cast<std::uint16_t>(out.may_send | yes << vl);
    }
    if (in.query != kVl15) {
      out.fctbs = static_cast<std::uint16_t>(vls_[in.query.value()].fctbs());
    }
    move(in);
    return out;
  }

 private:
  void move(const CreditTxIn& in) {
    if (in.link_down) {
      vls_ = {};
      return;
    }
    if (in.update && in.update->vl != kVl15) {
      vls_[in.update->vl.value()].on_flow_control(in.update->fccl);
    }
    if (in.sent && *in.sent != kVl15) {
      vls_[in.sent->value()].sent(in.blocks[in.sent->value()]);
    }
  }

  std::array<CreditSender, kDataVls> vls_{};
};

}  // namespace

std::unique_ptr<CreditTxMachine> make_credit_tx() { return std::make_unique<ClockedCreditTx>(); }

}  // namespace ib
