// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/topology.h"
#include "models/ib/base/types.h"

namespace ib::fabric {

/// A forwarding table entry that drops (ib-facts 4.4).
inline constexpr std::uint8_t kNoRoute = 0xFF;

/// A LID that a switch has no path to.
struct Unreachable {
  NodeId from = 0;
  Lid lid;
};

/// What a subnet manager writes into the switches: an output port by LID.
class Routing {
 public:
  /// Tables of kNoRoute for every switch, as long as the highest LID needs.
  explicit Routing(const Topology& topology);

  /// The switch's linear forwarding table, indexed by LID; empty for a channel adapter.
  [[nodiscard]] const std::vector<std::uint8_t>& table(NodeId sw) const { return tables_[sw]; }
  [[nodiscard]] std::uint8_t output(NodeId sw, Lid lid) const {
    const auto& table = tables_[sw];
    return lid.value() < table.size() ? table[lid.value()] : kNoRoute;
  }
  void set(NodeId sw, Lid lid, std::uint32_t port) {
    tables_[sw][lid.value()] = static_cast<std::uint8_t>(port);
  }
  [[nodiscard]] Lid top() const { return top_; }

  /// Pairs of switch and LID without a path: all are counted, the first few are kept.
  void report(Unreachable pair);
  [[nodiscard]] std::size_t unreachable_count() const { return unreachable_count_; }
  [[nodiscard]] const std::vector<Unreachable>& unreachable() const { return unreachable_; }

 private:
  Lid top_;
  std::vector<std::vector<std::uint8_t>> tables_;  ///< By node.
  std::size_t unreachable_count_ = 0;
  std::vector<Unreachable> unreachable_;
};

/// A way to fill the forwarding tables. Engines are pure: the same topology, the same tables.
class RoutingEngine {
 public:
  virtual ~RoutingEngine() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Every LID must be assigned; a LID of 0 is skipped.
  [[nodiscard]] virtual Routing route(const Topology& topology) const = 0;
};

/// Names that make_routing_engine() knows.
[[nodiscard]] std::vector<std::string_view> routing_engine_names();
/// Throws ConfigError for an unknown name.
[[nodiscard]] std::unique_ptr<RoutingEngine> make_routing_engine(std::string_view name);

/// The way of a packet through the tables.
struct Path {
  enum class End { kDelivered, kDropped, kLoop };
  End end = End::kDropped;
  std::vector<PortRef> outputs;  ///< Each port it left by, the source's first.
  PortRef last;                  ///< Where it ended.
  [[nodiscard]] std::size_t switches() const { return outputs.empty() ? 0 : outputs.size() - 1; }
};

/// Walks from a CA port, or a switch's port 0, towards a LID.
[[nodiscard]] Path trace(const Topology& topology, const Routing& routing, PortRef from, Lid to);

}  // namespace ib::fabric
