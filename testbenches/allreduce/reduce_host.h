// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/aggregation/reduction.h"
#include "models/ib/base/ring.h"
#include "models/link/port.h"
#include "tlm/chip.h"

namespace ib::tb {

/// A host's part in an all-reduce.
struct ReducePart {
  std::uint32_t index = 0;  ///< Of the host, from 0.
  std::uint32_t hosts = 0;
  bool in_network = false;  ///< Segments to a switch and results back; else a ring of hosts.
  Lid peer;                 ///< The switch, or the next host of the ring; see set_peer.
  ReductionOp op = ReductionOp::kSum;
  ReductionType type = ReductionType::kFp32;
  std::uint32_t segment_bytes = 4096;
  std::uint32_t window = 1;  ///< Segments sent whose result has not come; in the network only.
  std::vector<std::uint8_t> vector;
};

/// An end node that takes part in one all-reduce and computes in no time. In a ring
/// (reduce-scatter, then all-gather) the vector is cut in one chunk a host: chunk c is summed from
/// host c on, in the order of the ring. Links must lose nothing: nothing is sent twice.
class ReduceHost : public Chip {
 public:
  ReduceHost(const sc_core::sc_module_name& name, Lid lid, ReducePart part,
             const link::LinkConfig& link, LinkRate rate, double core_clock_mhz,
             PayloadPool& payloads);

  [[nodiscard]] link::Port& port() { return port_; }
  [[nodiscard]] const link::Port& port() const { return port_; }
  [[nodiscard]] bool done() const { return received_ == packets_; }
  [[nodiscard]] Ticks done_at() const { return done_at_; }
  /// Where its packets go; before the simulation starts.
  void set_peer(Lid peer) { part_.peer = peer; }
  /// The result, when done.
  [[nodiscard]] const std::vector<std::uint8_t>& vector() const { return part_.vector; }

  void advance(Ticks limit) override;
  [[nodiscard]] std::uint64_t progress() const override {
    return port_.counters().xmit_pkts + received_;
  }
  [[nodiscard]] std::uint64_t held_packets() const override { return store_.held(); }

 private:
  /// A part of the vector.
  struct Piece {
    std::size_t offset = 0;
    std::uint16_t bytes = 0;
  };

  void start_of_simulation() override;
  void send();
  [[nodiscard]] bool may_send() const;
  void send_piece(std::uint32_t number);
  void consume();
  void take(const Packet& packet, std::uint32_t number);
  [[nodiscard]] Piece piece_sent(std::uint32_t number) const;
  [[nodiscard]] Piece piece_received(std::uint32_t number) const;
  [[nodiscard]] Piece piece_of(std::uint32_t chunk, std::uint32_t part) const;

  ReducePart part_;
  Lid lid_;
  PayloadPool& payloads_;
  link::PacketStore store_;
  link::Port port_;
  std::size_t chunk_bytes_;
  std::uint32_t pieces_;       ///< Packets of a chunk, or of the vector in the network.
  std::uint32_t packets_;      ///< To receive, and to send.
  Ring<std::uint32_t> ready_;  ///< Numbers of packets that may be sent; ring only.
  std::uint32_t sent_ = 0;
  std::uint32_t received_ = 0;
  Ticks done_at_ = 0;
  std::vector<std::uint8_t> incoming_;
};

}  // namespace ib::tb
