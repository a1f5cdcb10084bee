// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/base/types.h"
#include "models/ib/machine.h"

namespace ib {

struct CreditTxIn {
  /// A flow control packet of the peer.
  struct Update {
    Vl vl;
    std::uint16_t fccl = 0;
  };
  bool link_down = false;  ///< All counts start over.
  std::optional<Update> update;
  std::optional<Vl> sent;                       ///< The head packet of this VL starts.
  std::array<std::uint8_t, kDataVls> blocks{};  ///< Length of the head packet of each VL.
  Vl query;                                     ///< Whose FCTBS to answer.
};

struct CreditTxOut {
  std::uint16_t may_send = 0;  ///< One bit a data VL: its head packet has its credits.
  std::uint16_t fctbs = 0;     ///< Of `query`; 0 for VL15.
};

/// Sender's credits of all data VLs of a port as a clocked block: the counts of CreditSender. An
/// update counts from the next cycle on. Its RTL twin is rtl/link/ib_credit_tx.sv.
using CreditTxMachine = Machine<CreditTxIn, CreditTxOut>;
[[nodiscard]] std::unique_ptr<CreditTxMachine> make_credit_tx();

}  // namespace ib
