// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "testbenches/block/link_bench.h"

namespace ib::tb {

inline constexpr LinkRate kNdr{Generation::kNdr, Width::k4x};  ///< 20 ps a byte.
inline constexpr LinkRate kEdr{Generation::kEdr, Width::k4x};  ///< 80 ps a byte.
inline constexpr Ticks kNs = kTicksPerNs;
inline constexpr Ticks kLatency = 50 * kNs;

/// A switch with a probe on each port, LID n behind port n. All clocks 1 GHz, cables of 50 ns.
struct Star {
  explicit Star(const std::vector<LinkRate>& rates, const sw::SwitchConfig& config = {},
                const link::LinkConfig& link = {})
      : chip(bench.add_switch(config, link, rates)) {
    for (unsigned port = 1; port <= rates.size(); ++port) {
      probes.push_back(&bench.add_probe(link, rates[port - 1]));
      cables.push_back(&bench.connect(probes.back()->port(), chip.port(port), kLatency));
    }
  }

  [[nodiscard]] std::vector<PortEvent> departures(std::uint16_t port) const {
    return bench.log().of(chip, EventKind::kSend, port);
  }
  [[nodiscard]] std::vector<PortEvent> drops(std::uint16_t port) const {
    return bench.log().of(chip, EventKind::kDrop, port);
  }
  [[nodiscard]] const link::PortCounters& counters(unsigned port) const {
    return chip.port(port).counters();
  }
  /// All buffers are free and all credits are back.
  void expect_quiet() {
    EXPECT_EQ(chip.held_packets(), 0u);
    for (LinkProbe* probe : probes) {
      const CreditReceiver& room = chip.port(probe->index()).rx_credits(Vl{0});
      EXPECT_EQ(room.free_blocks(), room.capacity());
      EXPECT_EQ(probe->port().tx_credits(Vl{0}).available(), 2048u);
    }
  }

  LinkBench bench;
  sw::Switch& chip;
  std::vector<LinkProbe*> probes;  ///< By port, from port 1.
  std::vector<TestCable*> cables;
};

}  // namespace ib::tb
