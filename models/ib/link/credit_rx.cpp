// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/credit_rx.h"

#include <cassert>
#include <vector>

#include "models/ib/link/credits.h"

namespace ib {
namespace {

class ClockedCreditRx final : public CreditRxMachine {
 public:
  ClockedCreditRx(unsigned data_vls, unsigned rx_blocks)
      : vls_(data_vls, CreditReceiver{rx_blocks}) {}

  void reset() override {
    for (CreditReceiver& vl : vls_) vl.reset();
  }

  CreditRxOut step(const CreditRxIn& in) override {
    CreditRxOut out;
    for (unsigned vl = 0; vl < vls_.size(); ++vl) {
      out.fccl[vl] = static_cast<std::uint16_t>(vls_[vl].credit_limit());
    }
    for (std::size_t vl = 0; vl < vls_.size(); ++vl) take(in, vl, out);
    return out;
  }

 private:
  static void tell(CreditRxOut& out, std::size_t vl) {
    out.due = static_cast<std::uint16_t>(out.due | 1u << vl);
  }
  static bool is_of(const std::optional<CreditRxIn::Packet>& packet, std::size_t vl) {
    return packet && packet->vl.value() == vl;
  }
  /// What happens to one VL in this cycle, in the order of the line: the
  /// sender's count does not hold a packet that comes behind it.
  void take(const CreditRxIn& in, std::size_t vl, CreditRxOut& out) {
    CreditReceiver& count = vls_[vl];
    for (const auto* leaving : {&in.freed, &in.dropped}) {
      if (!is_of(*leaving, vl)) continue;
      count.freed((*leaving)->blocks);
      tell(out, vl);
    }
    const std::optional<CreditRxIn::Update>& update = in.update[vl];
    const bool behind = update && update->behind;
    const bool later = in.withdrawn_own && !behind;  // its packet comes behind the count
    if (is_of(in.arrived, vl) && behind) count.received(in.arrived->blocks);
    if (is_of(in.withdrawn, vl) && !later) count.withdraw(in.withdrawn->blocks);
    if (update && count.on_fctbs(update->fctbs) != 0) tell(out, vl);
    if (is_of(in.arrived, vl) && !behind) count.received(in.arrived->blocks);
    if (is_of(in.withdrawn, vl) && later) count.withdraw(in.withdrawn->blocks);
  }

  std::vector<CreditReceiver> vls_;
};

}  // namespace

std::unique_ptr<CreditRxMachine> make_credit_rx(unsigned data_vls, unsigned rx_blocks) {
  assert(data_vls <= kDataVls && rx_blocks <= kMaxCreditWindow);
  return std::make_unique<ClockedCreditRx>(data_vls, rx_blocks);
}

}  // namespace ib
