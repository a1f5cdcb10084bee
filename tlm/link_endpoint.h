// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm/chip.h"
#include "tlm/link_socket.h"
#include "tlm/mailbox.h"

namespace ib {

/// What came in on a link: the transfer and its packet, when its first bit arrived, and the cycle
/// at which the receiver is to act on it, once it has worked that out.
struct LinkArrival {
  LinkTransfer transfer;  ///< Its pointer to a packet is not valid any more.
  Packet packet;          ///< For packets.
  Ticks first_bit = 0;
  Cycle due = kNoCycle;
};

/// A chip's end of one link: the socket to the cable, and the mailbox into which the cable puts
/// what arrives. The inbox number equals the entity that the chip's port has in its agenda.
class LinkEndpoint : public LinkBackwardInterface {
 public:
  LinkEndpoint(Chip& chip, unsigned inbox, const char* socket_name)
      : socket(socket_name), chip_(chip), inbox_(inbox) {
    socket.bind(*this);
  }

  /// Sends so that the first bit passes at `start`, at or after the present cycle.
  void send(LinkTransfer& transfer, Ticks start) {
    socket->transfer(transfer, to_sc_time(start - chip_.window_start()));
  }

  [[nodiscard]] Mailbox<LinkArrival>& arrivals() { return arrivals_; }
  [[nodiscard]] bool plugged() const { return socket.size() > 0; }

  LinkSocket socket;

 private:
  void transfer(LinkTransfer& transfer, const sc_core::sc_time& delay) override {
    const Ticks first_bit = chip_.window_start() + from_sc_time(delay);
    LinkArrival& arrival = arrivals_.next();
    arrival.transfer = transfer;
    if (transfer.packet != nullptr) arrival.packet = std::move(*transfer.packet);
    arrival.first_bit = first_bit;
    arrival.due = kNoCycle;
    arrivals_.commit();
    chip_.announce(first_bit, inbox_);
  }

  Chip& chip_;
  unsigned inbox_;
  Mailbox<LinkArrival> arrivals_;
};

}  // namespace ib
