// SPDX-License-Identifier: Apache-2.0
#include "testbenches/smp/forwarding_probe.h"

#include <algorithm>

#include "models/ib/management/table_attributes.h"

namespace ib::tb {
namespace {

constexpr SmpAttributeId kTable = SmpAttributeId::kLinearForwardingTable;

sw::Switch* hardware_of(const fabric::Fabric& fabric, Guid guid) {
  const auto node = fabric.topology().node_by_guid(guid);
  for (const auto& place : fabric.switches()) {
    if (node && place.node == *node) return place.chip.get();
  }
  return nullptr;
}

std::optional<LftBlock> ask(MadCaller& caller, const HopPath& path, unsigned block) {
  const auto reply = caller.get(path, kTable, block);
  if (!reply || reply->status() != MadStatus::kOk) return std::nullopt;
  return read_attribute<LftBlock>(reply->data());
}

}  // namespace

std::optional<ForwardingProbe> probe_forwarding(MadCaller& caller,
                                                const std::vector<DiscoveredNode>& nodes,
                                                const fabric::Fabric& fabric) {
  const auto first = std::find_if(nodes.begin(), nodes.end(),
                                  [](const DiscoveredNode& node) { return node.is_switch(); });
  if (first == nodes.end()) return std::nullopt;
  ForwardingProbe probe;
  probe.switch_name = first->description;
  probe.lid = Lid{static_cast<std::uint16_t>(fabric.routing().top().value() + 1)};
  const unsigned block = probe.lid.value() / LftBlock::kEntries;
  const unsigned entry = probe.lid.value() % LftBlock::kEntries;
  const auto old = ask(caller, first->path, block);
  if (!old) return std::nullopt;
  LftBlock wanted = *old;
  probe.before = old->entries[entry];
  probe.written = first->info.num_ports;
  wanted.entries[entry] = probe.written;
  (void)caller.set(first->path, kTable, block, encode_attribute(wanted));
  const auto now = ask(caller, first->path, block);
  if (!now) return std::nullopt;
  probe.read_back = now->entries[entry];
  sw::Switch* const chip = hardware_of(fabric, first->info.node_guid);
  probe.in_hardware = chip != nullptr ? chip->lft().lookup(probe.lid) : probe.before;
  (void)caller.set(first->path, kTable, block, encode_attribute(*old));
  const auto again = ask(caller, first->path, block);
  probe.restored = again && again->entries[entry] == probe.before;
  return probe;
}

}  // namespace ib::tb
