// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/lids.h"

#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

/// Hands out free LIDs of a topology in rising order.
class LidAllocator {
 public:
  explicit LidAllocator(Topology& topology) : topology_(topology) {}

  void give(PortRef port, std::uint32_t lmc) {
    if (topology_.port(port).lid != Lid{}) return;
    const std::uint32_t step = lid_count(lmc);
    // A port ignores the low lmc bits of a LID, so its base has them zero.
    std::uint32_t base = (next_ + step - 1) / step * step;
    while (fits(base, step) && taken(base, step)) base += step;
    if (!fits(base, step)) {
      throw ConfigError(
          {{}, 0, topology_.label(port), {}, "no LID left for this port", "49151 in a subnet"});
    }
    topology_.assign_lid(port, Lid{static_cast<std::uint16_t>(base)}, lmc);
    next_ = base + step;
  }

 private:
  static bool fits(std::uint32_t base, std::uint32_t step) {
    return base + step <= kFirstMulticastLid.value();
  }
  [[nodiscard]] bool taken(std::uint32_t base, std::uint32_t step) const {
    for (std::uint32_t i = 0; i < step; ++i) {
      if (topology_.port_by_lid(Lid{static_cast<std::uint16_t>(base + i)})) return true;
    }
    return false;
  }

  Topology& topology_;
  std::uint32_t next_ = 1;
};

}  // namespace

void assign_lids(Topology& topology, std::uint32_t ca_lmc) {
  if (ca_lmc > kMaxLmc) {
    throw ConfigError({{}, 0, "lmc", std::to_string(ca_lmc), "LMC out of range", "0 to 7"});
  }
  LidAllocator allocator(topology);
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    if (topology.node(id).kind == NodeKind::kSwitch) {
      allocator.give({id, 0}, 0);
      continue;
    }
    for (std::uint32_t p = 1; p <= topology.node(id).port_count(); ++p) {
      allocator.give({id, p}, ca_lmc);
    }
  }
}

}  // namespace ib::fabric
