// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/base/types.h"
#include "models/ib/machine.h"

namespace ib {

struct CreditRxIn {
  /// A packet of `blocks` on a data VL.
  struct Packet {
    Vl vl;
    std::uint8_t blocks = 0;
  };
  /// A flow control packet of the peer.
  struct Update {
    std::uint16_t fctbs = 0;
    bool behind = false;  ///< It came behind the packet that arrives in the same cycle.
  };
  std::optional<Packet> arrived;    ///< Takes its blocks.
  std::optional<Packet> freed;      ///< Its blocks are free again.
  std::optional<Packet> dropped;    ///< The same of a packet that was discarded.
  std::optional<Packet> withdrawn;  ///< Proved bad: it counts as one that did not arrive.
  bool withdrawn_own = false;       ///< That is the packet that arrives in this cycle.
  std::array<std::optional<Update>, kDataVls> update;  ///< Of each VL.
};

struct CreditRxOut {
  std::array<std::uint16_t, kDataVls> fccl{};  ///< Limit of each VL.
  std::uint16_t due = 0;                       ///< One bit a VL: its peer is to hear of a change.
};

/// Receiver's credits of the data VLs of a port as a clocked block: the counts
/// of CreditReceiver. What comes in counts from the next cycle on. Its RTL twin
/// is rtl/switch/ib_credit_rx.sv.
using CreditRxMachine = Machine<CreditRxIn, CreditRxOut>;
/// rx_blocks is the buffer of each VL, at most kMaxCreditWindow.
[[nodiscard]] std::unique_ptr<CreditRxMachine> make_credit_rx(unsigned data_vls,
                                                              unsigned rx_blocks);

}  // namespace ib
