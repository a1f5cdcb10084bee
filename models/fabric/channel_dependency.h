// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/fabric/routing.h"

namespace ib::fabric {

/// The buffer that one lane of a cable direction fills, named by the port that sends into it.
struct Channel {
  PortRef output;
  Vl vl;
};

/// How packets get their lane.
struct LanePolicy {
  /// The SL of the path from a CA port to a LID; empty: SL 0.
  std::function<Sl(PortRef from, Lid to)> sl;
  /// The lane from an input (port 0 where the packet starts) to an output of a node; kVl15: the
  /// packet is dropped. Empty: VL 0.
  std::function<Vl(PortRef input, std::uint32_t output, Sl sl)> vl;
};

/// Where switches choose: calls `visit` with every output and lane that a packet to `to` may take
/// next, which came into a switch by `input` on lane `came`.
using Ways = std::function<void(PortRef input, Vl came, Lid to,
                                const std::function<void(std::uint32_t output, Vl vl)>& visit)>;

/// Which channel a packet may hold while it waits for which, over all paths between channel
/// adapters. Without a cycle the fabric cannot deadlock.
class ChannelDependencies {
 public:
  ChannelDependencies(const Topology& topology, const Routing& routing,
                      const LanePolicy& lanes = {});
  /// Over all that packets may do; they begin on VL 0.
  ChannelDependencies(const Topology& topology, const Routing& routing, const Ways& ways);

  /// Adds what packets of a multicast group wait for, sent by any of the hosts on its tree: at each
  /// switch for all other ports of `tree` there (by node, as multicast_tree makes it). In ways that
  /// switches choose, lanes are those of the policy: VL 0.
  void add_multicast(const std::vector<std::vector<std::uint32_t>>& tree, Sl sl = {});

  [[nodiscard]] std::size_t channels() const { return channels_.size(); }
  [[nodiscard]] std::size_t dependencies() const;
  /// The channels of one cycle, each waiting for the next; empty when there is none.
  [[nodiscard]] std::vector<Channel> find_cycle() const;

 private:
  /// What the one source of a switch that was walked depends on, the others do.
  void copy_to_neighbours(const std::vector<PortRef>& sources);
  void walk(PortRef from, Lid to, std::vector<std::uint64_t>& seen);
  void explore(PortRef from, Lid to, const Ways& ways, std::vector<std::uint32_t>& seen);
  void number_ports();
  std::uint32_t index(Channel channel);
  void depend(std::uint32_t holding, std::uint32_t awaited);

  const Topology& topology_;
  const Routing& routing_;
  LanePolicy lanes_;
  std::vector<Channel> channels_;
  std::vector<std::vector<std::uint32_t>> awaited_;  ///< By channel.
  std::vector<std::size_t> first_;                   ///< By node, where its ports begin in index_.
  std::vector<std::uint32_t> index_;  ///< Number of a channel by port and lane; kNone: unused.
};

/// "sw0[2] VL0 -> sw1[2] VL0 -> sw0[2] VL0", for messages.
[[nodiscard]] std::string describe(const Topology& topology, const std::vector<Channel>& cycle);

}  // namespace ib::fabric
