// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "models/ib/management/bit_field.h"
#include "models/ib/management/mad_codec.h"
#include "models/ib/management/port_info.h"
#include "models/switch/switch_management.h"
#include "testbenches/block/switch_star.h"

namespace ib::tb {

inline constexpr Lid kSwitchLid{100};

[[nodiscard]] inline MadPacket smp_to(Lid dlid, MadMethod method, SmpAttributeId attribute,
                                      std::uint32_t modifier) {
  MadPacket packet;
  MadHeader header;
  header.mgmt_class = 1;
  header.method = static_cast<std::uint8_t>(method);
  header.attribute_id = static_cast<std::uint16_t>(attribute);
  header.attribute_modifier = modifier;
  header.transaction_id = 7;
  header.encode(packet.mad.data());
  packet.slid = Lid{1};
  packet.dlid = dlid;
  return packet;
}

/// Set(PortInfo) of a port of the switch.
[[nodiscard]] inline MadPacket set_port(std::uint8_t port,
                                        const std::function<void(PortInfo&)>& change) {
  MadPacket packet = smp_to(kSwitchLid, MadMethod::kSet, SmpAttributeId::kPortInfo, port);
  PortInfo info;
  info.neighbor_mtu = 5;
  change(info);
  write_attribute(info, &packet.mad[smp::kData]);
  return packet;
}

/// A managed switch of LID 100 with a probe on each of three ports.
struct ManagedStar {
  explicit ManagedStar(const link::LinkConfig& link = {}) : star({kNdr, kNdr, kNdr}, {}, link) {
    NodeIdentity identity;
    identity.type = NodeType::kSwitch;
    identity.description = "star";
    identity.ports = 3;
    identity.lid = kSwitchLid;
    star.chip.manage(identity, pool);
    star.chip.lft().set(kSwitchLid, 0);
  }

  void send(unsigned port, Cycle when, const MadPacket& mad) {
    Packet packet;
    write_mad(mad, mad.dest_qp == kQp0 ? kVl15 : Vl{0}, pool, packet);
    star.probes[port - 1]->send_at(when, packet);
  }
  void run(double ns = 20'000) { star.bench.run_until(ticks_from_ns(ns)); }
  /// MADs that a probe has received.
  [[nodiscard]] std::vector<MadPacket> received(unsigned port) const {
    std::vector<MadPacket> mads;
    for (const LinkProbe::Arrival& arrival : star.probes[port - 1]->arrivals()) {
      if (const auto mad = read_mad(arrival.packet)) mads.push_back(*mad);
    }
    return mads;
  }
  [[nodiscard]] const ManagementCounters& counters() {
    return star.chip.management()->unit().node().counters();
  }

  PayloadPool pool;
  Star star;
};

}  // namespace ib::tb
