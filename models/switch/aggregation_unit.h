// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/aggregation/aggregation_node.h"
#include "models/ib/base/ring.h"
#include "models/ib/packet/payload.h"
#include "models/link/packet_store.h"
#include "models/switch/aggregation_config.h"

namespace ib::sw {

class Switch;

/// The queue pair that contributions and results of a reduction are sent to; BTH.PSN numbers the
/// segments of the vector.
inline constexpr Qpn kAggregationQp{0xA66};

/// The place of a switch in a reduction tree.
struct AggregationTree {
  Lid self;
  Lid parent;                 ///< 0 at the root.
  std::vector<Lid> children;  ///< Switches or hosts, in the order of the sum.
  ReductionOp op = ReductionOp::kSum;
  ReductionType type = ReductionType::kFp32;
  ReductionOrder order = ReductionOrder::kChildren;
  std::uint32_t segment_bytes = 4096;  ///< Longest payload.
};

struct AggregationCounters {
  std::uint64_t contributions = 0;
  std::uint64_t results = 0;  ///< Segments of which all children were combined.
  std::uint64_t refused = 0;  ///< From nobody in the tree, twice, or beyond the window.
};

/// In-network reduction: combines what the children send at a given rate, passes the result to the
/// parent, and results from above to all children. Its packets go straight into the egress queues.
class AggregationUnit {
 public:
  /// Payloads of what it sends come from `payloads`, which outlives all packets.
  AggregationUnit(Switch& chip, AggregationTree tree, const AggregationConfig& config,
                  PayloadPool& payloads);

  /// Takes a packet to port 0 if it is for the unit. Its payload is combined when its tail is in.
  [[nodiscard]] bool take(const link::StoredPacket& stored);
  /// In phase kDecide, when it asked for it or room became free in an egress queue.
  void run(Cycle now);
  [[nodiscard]] bool waits_for_room() const { return waits_for_room_; }
  [[nodiscard]] const AggregationCounters& counters() const { return counters_; }
  [[nodiscard]] const AggregationTree& tree() const { return tree_; }

 private:
  struct Leaving {
    Packet packet;
    Cycle when = 0;
  };

  void contribute(const link::StoredPacket& stored, std::uint32_t child, Psn segment);
  void send_result(Psn segment, const AggregationNode::Result& result, Cycle when);
  void send(Lid to, Psn segment, const Payload& payload, std::uint16_t bytes, Cycle when);
  void send_queued(unsigned number, Cycle now);

  Switch& chip_;
  AggregationTree tree_;
  AggregationConfig config_;
  PayloadPool& payloads_;
  AggregationNode node_;
  std::vector<Ring<Leaving>> leaving_;  ///< By output port number.
  Cycle busy_until_ = 0;
  bool waits_for_room_ = false;
  std::uint64_t packets_made_ = 0;
  std::vector<std::uint8_t> bytes_;  ///< Of the contribution at hand.
  AggregationCounters counters_;
};

}  // namespace ib::sw
