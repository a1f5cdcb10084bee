// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/channel_dependency.h"

#include <algorithm>
#include <optional>

#include "models/fabric/wait_graph.h"

namespace ib::fabric {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t kLanes = 16;

/// Calls the action with every LID of every CA port.
template <class Action>
void for_each_ca_lid(const Topology& topology, Action action) {
  for (const Node& node : topology.nodes()) {
    if (node.kind != NodeKind::kCa) continue;
    for (const NodePort& port : node.ports) {
      if (port.lid == Lid{}) continue;
      for (std::uint32_t i = 0; i < lid_count(port.lmc); ++i)
        action(Lid{static_cast<std::uint16_t>(port.lid.value() + i)});
    }
  }
}

std::vector<PortRef> sources(const Topology& topology) {
  std::vector<PortRef> ports;
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    if (topology.node(id).kind != NodeKind::kCa) continue;
    for (std::uint32_t p = 1; p <= topology.node(id).port_count(); ++p) {
      if (topology.peer({id, p})) ports.push_back({id, p});
    }
  }
  return ports;
}

/// Where lanes do not matter, all sources on a switch have the same way from there.
std::vector<PortRef> one_of_each_switch(const Topology& topology,
                                        const std::vector<PortRef>& sources) {
  std::vector<bool> taken(topology.nodes().size(), false);
  std::vector<PortRef> few;
  for (const PortRef port : sources) {
    const NodeId first = topology.peer(port)->node;
    const bool is_switch = topology.node(first).kind == NodeKind::kSwitch;
    if (!is_switch || !taken[first]) few.push_back(port);
    taken[first] = true;
  }
  return few;
}

}  // namespace

ChannelDependencies::ChannelDependencies(const Topology& topology, const Routing& routing,
                                         const LanePolicy& lanes)
    : topology_(topology), routing_(routing), lanes_(lanes) {
  number_ports();
  const std::vector<PortRef> all = sources(topology);
  const std::vector<PortRef> from =
      lanes_.sl || lanes_.vl ? all : one_of_each_switch(topology, all);
  // By channel, the last LID and the SLs that were followed on from there: what a packet does
  // behind a channel hangs on nothing else, so no path is walked twice.
  std::vector<std::uint64_t> seen;
  for_each_ca_lid(topology, [&](Lid to) {
    for (const PortRef port : from) walk(port, to, seen);
  });
  if (from.size() != all.size()) copy_to_neighbours(all);
}

ChannelDependencies::ChannelDependencies(const Topology& topology, const Routing& routing,
                                         const Ways& ways)
    : topology_(topology), routing_(routing) {
  number_ports();
  // Nothing waits for the cable of a host, so one host of a switch does for all.
  const std::vector<PortRef> from = one_of_each_switch(topology, sources(topology));
  std::vector<std::uint32_t> seen;
  for_each_ca_lid(topology, [&](Lid to) {
    for (const PortRef port : from) explore(port, to, ways, seen);
  });
}

void ChannelDependencies::number_ports() {
  std::size_t ports = 0;
  for (const Node& node : topology_.nodes()) {
    first_.push_back(ports);
    ports += node.ports.size();
  }
  index_.assign(ports * kLanes, kNone);
}

void ChannelDependencies::explore(PortRef from, Lid to, const Ways& ways,
                                  std::vector<std::uint32_t>& seen) {
  std::vector<std::uint32_t> open{index({from, Vl{}})};
  while (!open.empty()) {
    const std::uint32_t holding = open.back();
    open.pop_back();
    if (holding >= seen.size()) seen.resize(holding + std::size_t{1}, 0);
    if (seen[holding] == to.value()) continue;
    seen[holding] = to.value();
    const Channel channel = channels_[holding];
    const PortRef input = *topology_.peer(channel.output);
    if (topology_.node(input.node).kind == NodeKind::kCa) continue;
    ways(input, channel.vl, to, [&](std::uint32_t output, Vl vl) {
      const bool leads = output != 0 && output <= topology_.node(input.node).port_count() &&
                         topology_.peer({input.node, output}).has_value();
      if (!leads) return;
      const std::uint32_t awaited = index({{input.node, output}, vl});
      depend(holding, awaited);
      open.push_back(awaited);
    });
  }
}

void ChannelDependencies::add_multicast(const std::vector<std::vector<std::uint32_t>>& tree,
                                        Sl sl) {
  const auto lane = [&](PortRef input, std::uint32_t output) {
    return lanes_.vl ? lanes_.vl(input, output, sl) : Vl{};
  };
  std::vector<std::uint32_t> open;
  for (const PortRef host : sources(topology_)) {
    const PortRef at = *topology_.peer(host);
    const bool member =
        std::find(tree[at.node].begin(), tree[at.node].end(), at.port) != tree[at.node].end();
    if (member) open.push_back(index({host, lane({host.node, 0}, host.port)}));
  }
  // A tree has no way back, so this ends.
  while (!open.empty()) {
    const std::uint32_t holding = open.back();
    open.pop_back();
    const PortRef input = *topology_.peer(channels_[holding].output);
    if (topology_.node(input.node).kind == NodeKind::kCa) continue;
    for (const std::uint32_t output : tree[input.node]) {
      const Vl vl = lane(input, output);
      if (output == input.port || !(vl < kVl15)) continue;
      const std::uint32_t awaited = index({{input.node, output}, vl});
      depend(holding, awaited);
      open.push_back(awaited);
    }
  }
}

void ChannelDependencies::copy_to_neighbours(const std::vector<PortRef>& sources) {
  std::vector<std::uint32_t> walked(topology_.nodes().size(), kNone);  // by node of the switch
  for (const PortRef port : sources) {
    const PortRef first = *topology_.peer(port);
    if (topology_.node(first.node).kind != NodeKind::kSwitch) continue;
    const std::uint32_t channel = index({port, Vl{}});
    std::uint32_t& model = walked[first.node];
    if (model == kNone) model = channel;
    awaited_[channel] = awaited_[model];
  }
}

void ChannelDependencies::walk(PortRef from, Lid to, std::vector<std::uint64_t>& seen) {
  const Sl sl = lanes_.sl ? lanes_.sl(from, to) : Sl{};
  std::optional<std::uint32_t> holding;
  PortRef input{from.node, 0};
  std::uint32_t output = from.port;
  // A LID that loops is stopped by `seen`: it comes back to a channel it has been through.
  while (output != 0 && output <= topology_.node(input.node).port_count()) {
    const auto next = topology_.peer({input.node, output});
    const Vl vl = lanes_.vl ? lanes_.vl(input, output, sl) : Vl{};
    if (!next || !(vl < kVl15)) return;
    const std::uint32_t channel = index({{input.node, output}, vl});
    if (holding) depend(*holding, channel);
    if (channel >= seen.size()) seen.resize(channel + 1, 0);
    const std::uint64_t lid = std::uint64_t{to.value()} << 16;
    if (seen[channel] >> 16 != to.value()) seen[channel] = lid;
    const std::uint64_t bit = std::uint64_t{1} << (sl.value() & 15u);
    if ((seen[channel] & bit) != 0) return;
    seen[channel] |= bit;
    holding = channel;
    if (topology_.node(next->node).kind == NodeKind::kCa) return;
    input = *next;
    output = routing_.output(input.node, to);
  }
}

std::uint32_t ChannelDependencies::index(Channel channel) {
  const std::size_t port = first_[channel.output.node] + channel.output.port;
  std::uint32_t& number = index_[port * kLanes + channel.vl.value()];
  if (number == kNone) {
    number = static_cast<std::uint32_t>(channels_.size());
    channels_.push_back(channel);
    awaited_.emplace_back();
  }
  return number;
}

void ChannelDependencies::depend(std::uint32_t holding, std::uint32_t awaited) {
  auto& list = awaited_[holding];
  if (std::find(list.begin(), list.end(), awaited) == list.end()) list.push_back(awaited);
}

std::size_t ChannelDependencies::dependencies() const {
  std::size_t count = 0;
  for (const auto& list : awaited_) count += list.size();
  return count;
}

std::vector<Channel> ChannelDependencies::find_cycle() const {
  std::vector<Channel> cycle;
  for (const std::uint32_t channel : fabric::find_cycle(awaited_)) {
    cycle.push_back(channels_[channel]);
  }
  return cycle;
}

std::string describe(const Topology& topology, const std::vector<Channel>& cycle) {
  if (cycle.empty()) return "no cycle";
  const auto name = [&](const Channel& channel) {
    return topology.label(channel.output) + " VL" + std::to_string(channel.vl.value());
  };
  std::string text;
  for (const Channel& channel : cycle) text += name(channel) + " -> ";
  return text + name(cycle.front());
}

}  // namespace ib::fabric
