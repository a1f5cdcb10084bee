// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/ib/base/ring.h"
#include "models/link/port.h"
#include "testbenches/workload/peer_table.h"
#include "tlm/chip.h"

namespace ib::tb {

class MessageNode;

/// What one node sends to another; `tag` comes out at the receiver and is not on the wire.
struct Message {
  std::uint32_t to = 0;  ///< Index of the receiving end node.
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;
};

/// A message that came in whole.
struct Arrival {
  std::uint32_t from = 0;
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;
  Ticks at = 0;  ///< Edge at which its last byte could be used.
};

/// What runs on a node. Calls come at clock edges of the node, in the order of time.
class MessageProgram {
 public:
  virtual ~MessageProgram() = default;
  /// At time zero.
  virtual void start(MessageNode& node) = 0;
  /// At the first edge at or after the time given to MessageNode::wake_at.
  virtual void woke(MessageNode& node) = 0;
  virtual void arrived(MessageNode& node, const Arrival& arrival) = 0;
  /// The last packet of a message is in the port's hands.
  virtual void sent(MessageNode& node, const Message& message) = 0;
};

/// An end node without queue pairs that runs a program of messages: each is cut at the MTU into UC
/// SEND packets with synthetic payload; messages go one after the other in the order of `post`.
/// Links must lose nothing: nothing is sent twice.
class MessageNode : public Chip {
 public:
  MessageNode(const sc_core::sc_module_name& name, std::uint32_t index, Lid lid,
              std::uint32_t mtu_bytes, const link::LinkConfig& link, LinkRate rate,
              double core_clock_mhz);

  /// Before the simulation starts; LIDs of all end nodes by index, which outlive the node.
  void set_peers(const std::vector<Lid>* lids) { lids_ = lids; }
  /// SLs by LID as routing wants them; null: 0. Outlives the node.
  void set_path_sls(const std::vector<Sl>* path_sls) { path_sls_ = path_sls; }
  void set_program(std::unique_ptr<MessageProgram> program) { program_ = std::move(program); }
  [[nodiscard]] MessageProgram* program() const { return program_.get(); }

  // For programs.
  void post(const Message& message);
  /// A message of one packet that goes before all that wait, and between the packets of a long one:
  /// an answer, a request.
  void post_first(const Message& message);
  /// Calls `woke` at `when`, or earlier when asked to before; one call serves all.
  void wake_at(Ticks when);
  [[nodiscard]] Ticks now() const { return clock_.edge(agenda_.now()); }
  [[nodiscard]] std::uint32_t end_index() const { return end_index_; }
  [[nodiscard]] std::uint32_t mtu_bytes() const { return mtu_bytes_; }

  /// What a message takes on the line: packets, pads and delimiters.
  [[nodiscard]] std::uint64_t line_bytes(std::uint64_t bytes) const;
  [[nodiscard]] Ticks line_time(std::uint64_t bytes) const {
    return static_cast<Ticks>(line_bytes(bytes)) * port_.wire_time(1);
  }
  [[nodiscard]] link::Port& port() { return port_; }
  [[nodiscard]] const link::Port& port() const { return port_; }
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
  std::unique_ptr<MessageProgram> program_;
  Ring<Outgoing> first_;  ///< Goes before `queue_`.
  Ring<Outgoing> queue_;
  PeerTable<Psn> psn_to_;     ///< Next PSN by receiver.
  PeerTable<Incoming> from_;  ///< By sender.
  link::PacketStore store_;
  link::Port port_;
};

}  // namespace ib::tb
