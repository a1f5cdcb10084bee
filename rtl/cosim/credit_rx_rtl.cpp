// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/credit_rx_rtl.h"

#include <Vib_credit_rx.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

constexpr unsigned kCreditBits = 12;

class CreditRxRtl final : public CreditRxMachine {
 public:
  CreditRxRtl() {
    block_.pins().rx_blocks_i = kCreditRxRtlBlocks;
    block_.reset();
  }

  void reset() override { block_.reset(); }

  CreditRxOut step(const CreditRxIn& in) override {
    drive(in);
    block_.settle();
    const Vib_credit_rx& pins = block_.pins();
    CreditRxOut out;
    out.due = pins.due_o;
    for (unsigned vl = 0; vl < kCreditRxRtlDataVls; ++vl) {
      out.fccl[vl] =
          static_cast<std::uint16_t>(load_field(pins.fccl_o, vl * kCreditBits, kCreditBits));
    }
    block_.edge();
    return out;
  }

 private:
  void drive(const CreditRxIn& in) {
    Vib_credit_rx& pins = block_.pins();
    const CreditRxIn::Packet arrived = in.arrived.value_or(CreditRxIn::Packet{});
    const CreditRxIn::Packet freed = in.freed.value_or(CreditRxIn::Packet{});
    const CreditRxIn::Packet dropped = in.dropped.value_or(CreditRxIn::Packet{});
    pins.arrived_i = in.arrived ? 1 : 0;
    pins.arrived_vl_i = arrived.vl.value();
    pins.arrived_blocks_i = arrived.blocks;
    pins.freed_i = in.freed ? 1 : 0;
    pins.freed_vl_i = freed.vl.value();
    pins.freed_blocks_i = freed.blocks;
    pins.dropped_i = in.dropped ? 1 : 0;
    pins.dropped_vl_i = dropped.vl.value();
    pins.dropped_blocks_i = dropped.blocks;
    const CreditRxIn::Packet withdrawn = in.withdrawn.value_or(CreditRxIn::Packet{});
    pins.withdrawn_i = in.withdrawn ? 1 : 0;
    pins.withdrawn_own_i = in.withdrawn_own ? 1 : 0;
    pins.withdrawn_vl_i = withdrawn.vl.value();
    pins.withdrawn_blocks_i = withdrawn.blocks;
    for (unsigned vl = 0; vl < kCreditRxRtlDataVls; ++vl) {
      const CreditRxIn::Update update = in.update[vl].value_or(CreditRxIn::Update{});
      store_field(pins.update_i, vl, 1, in.update[vl] ? 1 : 0);
      store_field(pins.behind_i, vl, 1, update.behind ? 1 : 0);
      store_field(pins.update_fctbs_i, vl * kCreditBits, kCreditBits, update.fctbs);
    }
  }

  Clocked<Vib_credit_rx> block_;
};

}  // namespace

std::unique_ptr<CreditRxMachine> make_credit_rx_rtl() { return std::make_unique<CreditRxRtl>(); }

}  // namespace ib::cosim
