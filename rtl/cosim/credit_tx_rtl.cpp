// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/credit_tx_rtl.h"

#include <Vib_credit_tx.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

constexpr unsigned kBlockBits = 8;
constexpr unsigned kCreditBits = 12;

class CreditTxRtl final : public CreditTxMachine {
 public:
  CreditTxRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  CreditTxOut step(const CreditTxIn& in) override {
    Vib_credit_tx& pins = block_.pins();
    const CreditTxIn::Update update = in.update.value_or(CreditTxIn::Update{});
    pins.link_down_i = in.link_down ? 1 : 0;
    pins.update_valid_i = static_cast<SData>(in.update ? 1u << update.vl.value() : 0);
    store_field(pins.update_fccl_i, update.vl.value() * kCreditBits, kCreditBits, update.fccl);
    pins.sent_valid_i = in.sent ? 1 : 0;
    pins.sent_vl_i = in.sent.value_or(Vl{}).value();
    for (unsigned vl = 0; vl < kDataVls; ++vl) {
      store_field(pins.blocks_i, vl * kBlockBits, kBlockBits, in.blocks[vl]);
    }
    pins.query_vl_i = in.query.value();
    block_.settle();
    const CreditTxOut out{pins.may_send_o, pins.fctbs_o};
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_credit_tx> block_;
};

}  // namespace

std::unique_ptr<CreditTxMachine> make_credit_tx_rtl() { return std::make_unique<CreditTxRtl>(); }

}  // namespace ib::cosim
