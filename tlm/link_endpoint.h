// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm/chip.h"
#include "tlm/link_socket.h"
#include "tlm/mailbox.h"

namespace ib {

/// What came in on a link, and the cycle at which the receiver is to act on it, once it has worked
/// that out. Of a packet the receiver takes the place; what it leaves there goes back.
struct LinkArrival {
  LinkTransfer transfer;
  Cycle due = kNoCycle;
};

/// A chip's end of one link: the socket to the cable, and the mailbox into which the cable puts
/// what arrives. The inbox number equals the entity that the chip's port has in its agenda.
class alignas(64) LinkEndpoint : public LinkBackwardInterface {
 public:
  LinkEndpoint(Chip& chip, unsigned inbox, const char* socket_name)
      : chip_(chip), inbox_(inbox), socket(socket_name) {
    socket.bind(*this);
  }

  /// Sends so that the first bit passes at `start`, at or after the present cycle.
  void send(LinkTransfer& transfer, Ticks start) {
    if (line_.to == nullptr) line_ = socket->route();
    transfer.first_bit = start + line_.delay;
    line_.to->transfer(transfer);
  }

  [[nodiscard]] Mailbox<LinkArrival>& arrivals() { return arrivals_; }
  [[nodiscard]] bool plugged() const { return socket.size() > 0; }

 private:
  void transfer(LinkTransfer& transfer) override {
    LinkArrival& arrival = arrivals_.next();
    const Slot empty = arrival.transfer.stored;
    arrival.transfer = transfer;
    arrival.due = kNoCycle;
    if (transfer.kind == LinkTransfer::Kind::kPacket) {
      transfer.stored = empty;
    } else {
      arrival.transfer.stored = empty;
    }
    arrivals_.commit();
    chip_.announce(transfer.first_bit, inbox_);
  }

  Chip& chip_;
  unsigned inbox_;
  LinkRoute line_;  ///< Of what the socket is bound to.
  Mailbox<LinkArrival> arrivals_;

 public:
  LinkSocket socket;
};

}  // namespace ib
