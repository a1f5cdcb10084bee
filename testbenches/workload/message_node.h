// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/ib/base/ring.h"
#include "models/link/port.h"
#include "testbenches/workload/message_host.h"
#include "testbenches/workload/peer_table.h"
#include "tlm/chip.h"

namespace ib::tb {

/// An end node without queue pairs that runs a program of messages: each is cut at the MTU into UC
/// SEND packets with synthetic payload; messages go one after the other in the order of `post`.
/// Links must lose nothing: nothing is sent twice.
class MessageNode final : public Chip, public MessageHost {
 public:
  MessageNode(const sc_core::sc_module_name& name, std::uint32_t index, Lid lid,
              std::uint32_t mtu_bytes, const link::LinkConfig& link, LinkRate rate,
              double core_clock_mhz);

  /// Before the simulation starts; LIDs of all end nodes by index, which outlive the node.
  void set_peers(const std::vector<Lid>* lids) { lids_ = lids; }
  /// SLs by LID as routing wants them; null: 0. Outlives the node.
  void set_path_sls(const std::vector<Sl>* path_sls) { path_sls_ = path_sls; }
  /// Messages to end node `to`, an HCA, go to this queue pair of it. They carry their tag as
  /// immediate data and real bytes from `payloads`, which outlives all packets.
  void set_queue_pair(std::uint32_t to, Qpn qpn, PayloadPool& payloads) {
    queue_pairs_[to] = qpn;
    payloads_ = &payloads;
  }
  void begin_program() override;

  void post(const Message& message) override;
  /// It also goes between the packets of a long one.
  void post_first(const Message& message) override;
  void wake_at(Ticks when) override;
  [[nodiscard]] Ticks now() const override { return clock_.edge(agenda_.now()); }
  [[nodiscard]] std::uint32_t end_index() const override { return end_index_; }
  [[nodiscard]] std::uint32_t mtu_bytes() const override { return mtu_bytes_; }

  [[nodiscard]] link::Port& port() { return port_; }
  [[nodiscard]] const link::Port& port() const override { return port_; }
  static constexpr Qpn kMessageQp{0x11};  ///< Where messages to such a node go.
  [[nodiscard]] std::uint64_t bad_packets() const { return bad_packets_; }
  [[nodiscard]] std::uint64_t out_of_order() const { return out_of_order_; }
  /// Messages posted and not yet in the port's hands.
  [[nodiscard]] std::size_t waiting() const { return first_.size() + queue_.size(); }

  void advance(Ticks limit) override;
  [[nodiscard]] std::uint64_t progress() const override {
    return port_.counters().xmit_pkts + received_packets_;
  }
  [[nodiscard]] std::uint64_t held_packets() const override { return store_.held(); }

 private:
  struct Outgoing {
    Message message;
    std::uint64_t done = 0;  ///< Bytes in the port's hands.
  };
  /// A packet as far as its message goes.
  struct Piece {
    Psn psn;
    std::uint16_t bytes = 0;
    bool first = false;
    bool last = false;
    std::uint64_t tag = 0;
  };
  /// What has come from one source; packets that overtook others wait in `early`.
  struct Incoming {
    Psn next_psn;
    std::uint64_t bytes = 0;  ///< Of the message at work.
    std::vector<Piece> early;
  };

  void start_of_simulation() override;
  void decide();
  [[nodiscard]] bool send_packet(Ring<Outgoing>& queue);
  void make_packet(Packet& packet, const Outgoing& out, std::uint16_t bytes, bool last, Sl sl);
  void consume();
  void take(const Packet& packet, Ticks at);
  void assemble(Incoming& in, std::uint32_t from, const Piece& piece, Ticks at);

  std::uint32_t end_index_;
  std::uint32_t mtu_bytes_;
  std::uint32_t packet_blocks_;  ///< Of a packet as long as the MTU.
  Lid lid_;
  bool started_ = false;
  bool deciding_ = false;  ///< `decide` is at work and will see what programs ask for.
  Ticks wake_ = kNever;
  std::uint64_t sequence_ = 0;
  std::uint64_t received_packets_ = 0;
  std::uint64_t bad_packets_ = 0;
  std::uint64_t out_of_order_ = 0;
  const std::vector<Lid>* lids_ = nullptr;
  const std::vector<Sl>* path_sls_ = nullptr;
  std::map<std::uint32_t, Qpn> queue_pairs_;  ///< Of HCAs, by end node.
  PayloadPool* payloads_ = nullptr;           ///< For HCAs.
  Ring<Outgoing> first_;                      ///< Goes before `queue_`.
  Ring<Outgoing> queue_;
  PeerTable<Psn> psn_to_;     ///< Next PSN by receiver.
  PeerTable<Incoming> from_;  ///< By sender.
  link::PacketStore store_;
  link::Port port_;
};

}  // namespace ib::tb
