// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric.h"

#include <utility>

#include "models/fabric/adaptive_groups.h"
#include "models/fabric/config_error.h"
#include "models/fabric/lids.h"
#include "models/fabric/line_choices.h"
#include "models/fabric/multicast_tree.h"
#include "models/fabric/wait_graph.h"

namespace ib::fabric {
namespace {

Topology with_lids(Topology topology) {
  assign_lids(topology);
  return topology;
}

void refuse(const std::string& key, const std::vector<std::string>& faults) {
  if (!faults.empty()) throw ConfigError(key + ": " + faults.front());
}

// Ports that are split have a part of the lanes, and there are more of them.
void refuse_breakout(const Node& node, const sw::SwitchConfig& config,
                     const std::vector<LinkRate>& rates) {
  if (config.breakout == 1) return;
  const std::string key = "switch.breakout = " + std::to_string(config.breakout) + ": switch \"" +
                          printable(node.name) + "\" has ";
  const unsigned most_lanes = 4 / config.breakout;
  for (const LinkRate rate : rates) {
    if (lanes(rate.width) <= most_lanes) continue;
    throw ConfigError(key + "a cable of " + std::to_string(lanes(rate.width)) +
                      " lanes; allowed are up to " + std::to_string(most_lanes));
  }
  const std::uint32_t most_ports = config.ports * config.breakout;
  if (rates.size() <= most_ports) return;
  throw ConfigError(key + std::to_string(rates.size()) + " ports; allowed are up to " +
                    std::to_string(most_ports));
}

void set_groups(sw::Switch& chip, const std::vector<PortMask>& groups) {
  for (std::size_t lid = 1; lid < groups.size(); ++lid) {
    chip.adaptive()->set_group(Lid{static_cast<std::uint16_t>(lid)}, groups[lid]);
  }
}

}  // namespace

NodeIdentity identity_of(const Topology& topology, PortRef port) {
  const Node& node = topology.node(port.node);
  const bool is_switch = node.kind == NodeKind::kSwitch;
  const NodePort& at = topology.port(port);
  NodeIdentity identity;
  identity.type = is_switch ? NodeType::kSwitch : NodeType::kCa;
  identity.description = node.name;
  identity.node_guid = node.guid;
  identity.system_image_guid =
      node.system_image_guid.value() != 0 ? node.system_image_guid : node.guid;
  identity.port_guid = is_switch ? node.guid : at.guid;
  identity.vendor_id = node.vendor_id;
  identity.device_id = static_cast<std::uint16_t>(node.device_id);
  identity.ports = static_cast<std::uint8_t>(node.port_count());
  identity.local_port = static_cast<std::uint8_t>(port.port);
  identity.enhanced_port0 = node.enhanced_port_0;
  identity.lid = at.lid;
  identity.lmc = static_cast<std::uint8_t>(at.lmc);
  return identity;
}

Fabric::Fabric(const sc_core::sc_module_name& name, Topology topology, const FabricConfig& config,
               Conductor& conductor, const MakeEndNode& make_end_node)
    : sc_module(name),
      topology_(with_lids(std::move(topology))),
      routes_(set_up_routes(topology_, config.routing, config.grid, config.link.data_vls)),
      routing_config_(config.routing),
      switch_at_(topology_.nodes().size(), -1) {
  refuse("link", validate(config.link));
  refuse("switch", validate(config.sw, config.link));
  if (!config.routing.allow_deadlock) {
    dependencies_.emplace(dependencies_of(topology_, routes_));
    refuse_cycle(topology_, *dependencies_, config.routing);
  }
  build_switches(config, conductor);
  build_ends(conductor, make_end_node);
  build_cables(config, conductor);
  conductor.explain_deadlock_by([this] { return explain_waits(); });
}

std::vector<LinkRate> Fabric::rates_of(NodeId node) const {
  const std::uint32_t count = topology_.node(node).port_count();
  std::vector<LinkRate> rates(count);
  for (std::uint32_t port = 1; port <= count; ++port) {
    const Cable* cable = topology_.cable_at({node, port});
    if (cable != nullptr) rates[port - 1] = cable->info.rate;
  }
  return rates;
}

void Fabric::set_tables(sw::Switch& chip, NodeId id) const {
  for (std::uint32_t lid = 1; lid <= routing().top().value(); ++lid) {
    const Lid dlid{static_cast<std::uint16_t>(lid)};
    const std::uint8_t out = routing().output(id, dlid);
    if (out != kNoRoute) chip.lft().set(dlid, out);
  }
  if (!routes_.sl2vl.empty()) chip.sl2vl() = routes_.sl2vl[id];
}

const std::vector<Sl>* Fabric::path_sls(PortRef from) const {
  const auto first = topology_.peer(from);
  if (routes_.path_sls.empty() || !first) return nullptr;
  const std::vector<Sl>& sls = routes_.path_sls[first->node];
  return sls.empty() ? nullptr : &sls;
}

Sl Fabric::path_sl(PortRef from, Lid to) const {
  const std::vector<Sl>* const sls = path_sls(from);
  return sls != nullptr && to.value() < sls->size() ? (*sls)[to.value()] : Sl{};
}

void Fabric::build_switches(const FabricConfig& config, Conductor& conductor) {
  constexpr std::uint32_t kMostPorts = 144;
  std::vector<std::vector<PortMask>> groups;
  if (config.sw.adaptive.enabled) groups = adaptive_groups(topology_, routing().top());
  for (NodeId id = 0; id < topology_.nodes().size(); ++id) {
    const Node& node = topology_.node(id);
    if (node.kind != NodeKind::kSwitch) continue;
    if (node.port_count() > kMostPorts) {
      throw ConfigError("switch \"" + printable(node.name) + "\" has " +
                        std::to_string(node.port_count()) + " ports; allowed are up to 144");
    }
    refuse_breakout(node, config.sw, rates_of(id));
    const std::string module = "sw" + std::to_string(switches_.size());
    auto chip = std::make_unique<sw::Switch>(module.c_str(), config.sw, config.link, rates_of(id),
                                             config.seed);
    set_tables(*chip, id);
    if (config.payloads != nullptr) {
      chip->manage(identity_of(topology_, {id, 0}), *config.payloads);
    }
    if (chip->adaptive() != nullptr) set_groups(*chip, groups[id]);
    if (!routes_.ugal.empty()) chip->use_ugal(routes_.ugal[id], config.seed);
    switch_at_[id] = static_cast<std::int32_t>(switches_.size());
    conductor.add(*chip);
    switches_.push_back({id, std::move(chip)});
  }
}

void Fabric::build_ends(Conductor& conductor, const MakeEndNode& make_end_node) {
  std::uint32_t index = 0;
  for (NodeId id = 0; id < topology_.nodes().size(); ++id) {
    const Node& node = topology_.node(id);
    if (node.kind != NodeKind::kCa) continue;
    for (std::uint32_t port = 1; port <= node.port_count(); ++port) {
      const Cable* cable = topology_.cable_at({id, port});
      if (cable == nullptr) continue;
      const EndSite site{
          {id, port},           index,           "host" + std::to_string(index), node.name,
          node.ports[port].lid, cable->info.rate};
      ++index;
      EndNode end = make_end_node(site);
      if (end.chip == nullptr) continue;
      conductor.add(*end.chip);
      ends_.push_back({site, std::move(end.chip), end.port});
    }
  }
}

link::Port* Fabric::port_at(PortRef ref) const {
  if (switch_at_[ref.node] >= 0) {
    return &switches_[static_cast<std::size_t>(switch_at_[ref.node])].chip->port(ref.port);
  }
  for (const End& end : ends_) {
    if (end.site.port == ref) return end.port;
  }
  return nullptr;
}

void Fabric::build_cables(const FabricConfig& config, Conductor& conductor) {
  std::vector<std::vector<link::Port*>> end_port(topology_.nodes().size());
  for (const End& end : ends_) {
    auto& ports = end_port[end.site.port.node];
    ports.resize(topology_.node(end.site.port.node).port_count() + 1);
    ports[end.site.port.port] = end.port;
  }
  const auto port_of = [&](PortRef ref) -> link::Port* {
    if (switch_at_[ref.node] >= 0) return port_at(ref);
    return ref.port < end_port[ref.node].size() ? end_port[ref.node][ref.port] : nullptr;
  };
  LineChoices lines{config.routing.links};
  for (const Cable& plan : topology_.cables()) {
    link::Port* const a = port_of(plan.a);
    link::Port* const b = port_of(plan.b);
    if (a == nullptr || b == nullptr) continue;
    phy::CableSetup setup;
    setup.rate = plan.info.rate;
    setup.phy = config.phy;
    setup.cable = config.cable;
    lines.apply(topology_, plan, setup.phy, setup.cable);
    if (plan.info.kind) setup.cable.kind = *plan.info.kind;
    if (plan.info.length_m) setup.cable.length_m = *plan.info.length_m;
    const bool typed = !setup.cable.type.empty();
    refuse(typed ? topology_.label(plan.a) + " to " + topology_.label(plan.b) : "phy",
           validate(setup.rate, setup.phy, setup.cable));
    apply_cable_type(setup.phy, setup.cable);
    setup.run_seed = config.seed;
    setup.framing_bytes = config.link.framing_bytes;
    const std::string module = "cable" + std::to_string(cables_.size());
    auto cable = std::make_unique<phy::Cable>(module.c_str(), setup);
    a->endpoint().socket.bind(cable->a);
    b->endpoint().socket.bind(cable->b);
    conductor.limit_quantum(cable->a_to_b().min_latency());
    conductor.limit_quantum(cable->b_to_a().min_latency());
    cables_.push_back(std::move(cable));
  }
  lines.refuse_unused();
}

void Fabric::set_multicast(Lid mlid, const std::vector<PortRef>& members) {
  const auto tree = multicast_tree(topology_, members);
  if (dependencies_) {
    dependencies_->add_multicast(tree);
    refuse_cycle(topology_, *dependencies_, routing_config_);
  }
  for (const SwitchNode& sw : switches_) {
    for (const std::uint32_t port : tree[sw.node]) sw.chip->mft().add(mlid, port);
  }
}

std::vector<std::string> Fabric::explain_waits() const {
  WaitGraph graph;
  std::vector<std::string> lines;
  const auto name = [this](PortRef port, Vl vl, const char* side) {
    return topology_.label(port) + " VL " + std::to_string(vl.value()) + " " + side;
  };
  for (const SwitchNode& node : switches_) {
    for (const sw::Wait& wait : node.chip->waits()) {
      const PortRef out{node.node, wait.out_port};
      const std::string output = name(out, wait.out_vl, "output");
      const auto peer = topology_.peer(out);
      const bool is_output = wait.in_port == 0;
      const std::string waiting =
          is_output ? output : name({node.node, wait.in_port}, wait.in_vl, "input");
      const std::string awaited = is_output && peer ? name(*peer, wait.out_vl, "input") : output;
      graph.add(waiting, awaited);
      lines.push_back(waiting + " waits for " + awaited);
    }
  }
  const std::vector<std::string> cycle = graph.find_cycle();
  if (cycle.empty()) return lines;
  std::string chain = "cycle of waits: ";
  for (const std::string& step : cycle) chain += step + " -> ";
  return {chain + cycle.front()};
}

}  // namespace ib::fabric
