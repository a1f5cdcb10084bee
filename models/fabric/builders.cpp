// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/builders.h"

#include <string>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/plan_builder.h"

namespace ib::fabric {
namespace {

void check_radix(std::uint32_t radix) {
  require_range("radix", radix, 2, kMaxPorts);
  if (radix % 2 == 0) return;
  throw ConfigError({{}, 0, "radix", std::to_string(radix), "not even", "even numbers"});
}

std::string numbered(const char* stem, std::uint32_t index) { return stem + std::to_string(index); }

}  // namespace

Topology back_to_back(const CableInfo& cable) {
  PlanBuilder builder(cable);
  const NodeId first = builder.add_host();
  const NodeId second = builder.add_host();
  builder.connect({first, 1}, {second, 1});
  return builder.finish();
}

Topology single_switch(std::uint32_t hosts, const CableInfo& cable, std::uint32_t ports) {
  if (ports == 0) ports = hosts;
  require_range("ports", ports, 1, kMaxPorts);
  require_range("hosts", hosts, 1, ports);
  PlanBuilder builder(cable);
  builder.add_hosts(builder.add_switch("sw0", ports), hosts);
  return builder.finish();
}

Topology switch_line(std::uint32_t switches, std::uint32_t hosts_each, const CableInfo& cable) {
  require_range("switches", switches, 1, 10'000);
  require_range("hosts_each", hosts_each, 0, kMaxPorts - 2);
  PlanBuilder builder(cable);
  const std::uint32_t left = hosts_each + 1;
  const std::uint32_t right = hosts_each + 2;
  NodeId previous = 0;
  for (std::uint32_t s = 0; s < switches; ++s) {
    const NodeId sw = builder.add_switch(numbered("sw", s), right);
    builder.add_hosts(sw, hosts_each);
    if (s > 0) builder.connect({previous, right}, {sw, left});
    previous = sw;
  }
  return builder.finish();
}

Topology fat_tree_2(std::uint32_t radix, std::uint32_t leaves, const CableInfo& cable) {
  check_radix(radix);
  if (leaves == 0) leaves = radix;
  require_range("leaves", leaves, 1, radix);
  const std::uint32_t half = radix / 2;
  // As few spines as carry all uplinks, so that parallel cables fill the spine ports.
  std::uint32_t spines = (leaves * half + radix - 1) / radix;
  while (half % spines != 0) ++spines;
  const std::uint32_t parallel = half / spines;

  PlanBuilder builder(cable);
  std::vector<NodeId> leaf(leaves);
  for (std::uint32_t l = 0; l < leaves; ++l) {
    leaf[l] = builder.add_switch(numbered("leaf", l), radix);
    builder.add_hosts(leaf[l], half);
  }
  for (std::uint32_t s = 0; s < spines; ++s) {
    const NodeId spine = builder.add_switch(numbered("spine", s), radix);
    for (std::uint32_t l = 0; l < leaves; ++l) {
      for (std::uint32_t c = 0; c < parallel; ++c) {
        builder.connect({leaf[l], half + s * parallel + c + 1}, {spine, l * parallel + c + 1});
      }
    }
  }
  return builder.finish();
}

Topology fat_tree_3(std::uint32_t radix, const CableInfo& cable) {
  check_radix(radix);
  require_range("radix", radix, 2, 56);  // Above that the subnet has fewer LIDs than hosts.
  const std::uint32_t half = radix / 2;
  PlanBuilder builder(cable);
  std::vector<NodeId> core(std::size_t{half} * half);
  for (std::uint32_t c = 0; c < core.size(); ++c) {
    core[c] = builder.add_switch(numbered("core", c), radix);
  }
  for (std::uint32_t pod = 0; pod < radix; ++pod) {
    std::vector<NodeId> leaf(half);
    for (std::uint32_t l = 0; l < half; ++l) {
      leaf[l] = builder.add_switch(numbered("leaf", pod * half + l), radix);
      builder.add_hosts(leaf[l], half);
    }
    for (std::uint32_t a = 0; a < half; ++a) {
      const NodeId spine = builder.add_switch(numbered("spine", pod * half + a), radix);
      for (std::uint32_t l = 0; l < half; ++l)
        builder.connect({leaf[l], half + a + 1}, {spine, l + 1});
      for (std::uint32_t u = 0; u < half; ++u) {
        builder.connect({spine, half + u + 1}, {core[a * half + u], pod + 1});
      }
    }
  }
  return builder.finish();
}

}  // namespace ib::fabric
