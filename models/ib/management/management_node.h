// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/management/congestion_agent.h"
#include "models/ib/management/directed_route.h"
#include "models/ib/management/mad_packet.h"
#include "models/ib/management/performance_agent.h"
#include "models/ib/management/subnet_agent.h"

namespace ib {

/// A MAD that is to leave the management of a node.
struct OutgoingMad {
  enum class Way : std::uint8_t {
    kPort,    ///< Out of `port`, whatever the forwarding table says.
    kLid,     ///< By its DLID.
    kClient,  ///< To who manages from this node: a subnet manager or a tool.
  };
  Way way = Way::kPort;
  std::uint8_t port = 0;
  bool passed_on = false;  ///< Not made here: a directed-route SMP on its way.
  MadPacket packet;
};

/// What became of the MADs that came to a node.
struct ManagementCounters {
  std::uint64_t received = 0;
  std::uint64_t answered = 0;
  std::uint64_t passed_on = 0;
  std::uint64_t to_client = 0;
  std::uint64_t traps_sent = 0;
  std::uint64_t bad_route = 0;    ///< Directed route that cannot be followed.
  std::uint64_t bad_address = 0;  ///< DLID that is not this node's.
  std::uint64_t bad_class = 0;    ///< Class that its queue pair does not serve.
  std::uint64_t bad_key = 0;      ///< M_Key or CC_Key.
  std::uint64_t bad_q_key = 0;
  std::uint64_t bad_p_key = 0;
  std::uint64_t unanswerable = 0;  ///< Responses and traps that nobody here waits for.
};

/// Everything behind queue pairs 0 and 1 of a node: the subnet and general services interfaces with
/// their agents. A MAD calls forth at most one other. Times are nanoseconds that never run
/// backwards. IBTA Vol 1, chapters 13 and 14.
class ManagementNode {
 public:
  ManagementNode(ManagedNode& chip, const NodeIdentity& identity, const ManagementConfig& config);

  /// Somebody at this node takes responses, traps and requests of classes that have no agent.
  void attach_client() { has_client_ = true; }

  /// A MAD that came in on `in_port`.
  [[nodiscard]] std::optional<OutgoingMad> receive(const MadPacket& packet, std::uint8_t in_port,
                                                   std::uint64_t now);
  /// A MAD that the client sends: out, or to the agents of this node.
  [[nodiscard]] std::optional<OutgoingMad> send(const MadPacket& packet, std::uint64_t now);
  /// What the passing of time calls forth: a trap, the end of a lease, a sample.
  [[nodiscard]] std::optional<OutgoingMad> expire(std::uint64_t now);
  /// When `expire` next has something to do.
  [[nodiscard]] std::optional<std::uint64_t> deadline() const;

  [[nodiscard]] SubnetAgent& subnet() { return subnet_; }
  [[nodiscard]] const SubnetAgent& subnet() const { return subnet_; }
  [[nodiscard]] const ManagementCounters& counters() const { return counters_; }
  [[nodiscard]] const NodeIdentity& identity() const { return identity_; }
  /// Whether a DLID names this node.
  [[nodiscard]] bool owns(Lid lid) const;

 private:
  using Outgoing = std::optional<OutgoingMad>;

  [[nodiscard]] Outgoing directed(MadPacket packet, std::uint8_t in_port, std::uint64_t now);
  [[nodiscard]] Outgoing follow(const SmiDecision& decision, MadPacket packet, std::uint8_t in_port,
                                std::uint64_t now);
  [[nodiscard]] Outgoing to_subnet_agent(MadPacket packet, std::uint8_t in_port, std::uint64_t now);
  [[nodiscard]] Outgoing send_answer(MadPacket answer, std::uint64_t now);
  [[nodiscard]] Outgoing general(MadPacket packet, std::uint64_t now);
  [[nodiscard]] bool admits(const MadPacket& packet);
  [[nodiscard]] Outgoing to_client(const MadPacket& packet);
  [[nodiscard]] Outgoing drop(std::uint64_t& counter);
  [[nodiscard]] SmiNode smi() const { return {identity_.is_switch(), identity_.ports}; }

  NodeIdentity identity_;
  SubnetAgent subnet_;
  PerformanceAgent performance_;
  CongestionAgent congestion_;
  bool has_client_ = false;
  ManagementCounters counters_;
};

}  // namespace ib
