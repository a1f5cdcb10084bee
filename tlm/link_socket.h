// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <tlm>

#include "tlm/packet_store.h"

namespace ib {

/// What travels on a link: a data packet, a flow control packet of six bytes (ib-facts 3.1), or
/// what its physical layer tells of the other end. It carries its own timing annotation, absolute
/// and in ticks, since the byte times of some rates are no whole picoseconds.
struct LinkTransfer {
  enum class Kind : std::uint8_t {
    kPacket,
    kFlowControl,
    kLinkLost,    ///< The other end has left the link.
    kTrained,     ///< The other end is ready for the link again.
    kOrderedSet,  ///< Of link training; its fields are those of tlm/ordered_set.h.
  };

  Kind kind = Kind::kPacket;
  bool bad_end = false;    ///< Ended with EBP: the sender found it bad after it had begun.
  bool corrupted = false;  ///< Flow control packet whose LPCRC does not match.
  std::uint8_t fc_op = 0;  ///< 0 normal, 1 init.
  std::uint8_t fc_vl = 0;
  std::uint16_t fc_fctbs = 0;
  std::uint16_t fc_fccl = 0;
  /// When the first bit passes; the last bit follows after the bytes' own wire time.
  Ticks first_bit = 0;
  /// For kPacket: goes over to the receiver, who leaves an empty place for the sender, or nothing.
  Slot stored = kNoSlot;
};

/// Protocol traits of the link protocol: its own payload, one call a transfer, no phases.
struct LinkProtocol {
  using tlm_payload_type = LinkTransfer;
  using tlm_phase_type = tlm::tlm_phase;
};

/// One direction of a link. Calls of one sender come in rising time, ahead of the kernel's time by
/// up to a window. The receiver may be called from another thread than the one that runs it.
class LinkInterface : public virtual sc_core::sc_interface {
 public:
  using protocol_types = LinkProtocol;

  virtual void transfer(LinkTransfer& transfer) = 0;
};

/// Where transfers go, and how much later than they were sent they pass there.
struct LinkRoute {
  LinkInterface* to = nullptr;
  Ticks delay = 0;
};

/// The cable's side: it also declares how much later, at least, the other end sees a transfer.
class LinkForwardInterface : public virtual LinkInterface {
 public:
  [[nodiscard]] virtual sc_core::sc_time min_latency() const = 0;
  /// A cable that never does more to a transfer than delay it may name its far end here, to be
  /// called without it. Asked once, after elaboration.
  [[nodiscard]] virtual LinkRoute route() { return {this, 0}; }
};

/// The chip's side.
class LinkBackwardInterface : public virtual LinkInterface {};

/// A chip's end of a link. Full duplex: transfers go out forward and come in backward. An end that
/// no cable is plugged into stays unbound.
using LinkSocket = tlm::tlm_base_initiator_socket<0, LinkForwardInterface, LinkBackwardInterface, 1,
                                                  sc_core::SC_ZERO_OR_MORE_BOUND>;
/// A cable's end of a link.
using CableSocket = tlm::tlm_base_target_socket<0, LinkForwardInterface, LinkBackwardInterface, 1,
                                                sc_core::SC_ONE_OR_MORE_BOUND>;

}  // namespace ib
