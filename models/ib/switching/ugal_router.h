// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/ib/base/random.h"
#include "models/ib/base/types.h"

namespace ib {

/// When a packet goes by another group: by the queues, or not at all, or whenever it can.
enum class Detour : std::uint8_t { kByLoad, kOff, kAlways };

struct UgalRule {
  Detour detour = Detour::kByLoad;
  std::uint32_t bias_blocks = 20;  ///< So much longer may the queue of the minimal way be.
};

/// What a switch of a dragonfly knows of its place in it. Ports are port numbers.
struct UgalTables {
  PortMask hosts;    ///< Ports to channel adapters.
  PortMask globals;  ///< Ports to other groups.
  /// A port by which a detour may begin, once for each cable to another group that it leads to:
  /// one of `globals`, or one to a switch of this group that has such a cable.
  std::vector<std::uint8_t> detours;
  /// Cables between switches on the minimal way, by LID; 0 where it stays in the group.
  std::vector<std::uint8_t> hops;
  /// The most of them in this fabric: what remains behind the first cable to another group.
  std::uint8_t most_hops = 3;
};

/// UGAL-L (Singh, Load-Balanced Routing in Interconnection Networks, Stanford 2005; Kim et al.,
/// ISCA 2008): where it enters the fabric, a packet for another group goes the minimal way, or to a
/// random switch of a third group and minimally from there, whichever has the smaller product of
/// queue and hops. Lanes count hops, so that they rise along every path. VL 0: on the way to a
/// cable of the detour, VL 1: on it; a minimal way begins with VL 2.
class UgalRouter {
 public:
  UgalRouter(UgalRule rule, UgalTables tables, RandomStream random)
      : rule_(rule), tables_(std::move(tables)), random_(random) {}

  /// The port by which a packet leaves that came by `input` on `vl`, where the forwarding table
  /// says `minimal`. `queued(port)` answers the blocks that wait for a port.
  template <class Queued>
  [[nodiscard]] unsigned choose(Vl vl, Lid dlid, unsigned input, unsigned minimal, Queued queued) {
    if (in_detour(vl, input)) return least_queued_global(queued);
    const unsigned hops = hops_to(dlid);
    if (rule_.detour == Detour::kOff || hops == 0 || !from_host(input)) return minimal;
    if (tables_.detours.empty()) return minimal;
    const unsigned other = tables_.detours[random_.below(tables_.detours.size())];
    if (other == minimal || rule_.detour == Detour::kAlways) return other;
    const unsigned other_hops = tables_.most_hops + (tables_.globals.test(other) ? 1u : 2u);
    const auto cost = [&](unsigned port, unsigned count) {
      return std::uint64_t{queued(port)} * count;
    };
    const std::uint64_t bias = std::uint64_t{rule_.bias_blocks} * hops;
    return cost(minimal, hops) <= cost(other, other_hops) + bias ? minimal : other;
  }

  /// The lane on which a packet leaves by `output` that came by `input` on `vl`.
  [[nodiscard]] Vl lane(Vl vl, unsigned input, unsigned output, unsigned minimal) const {
    return lane(tables_, vl, input, output, minimal);
  }
  [[nodiscard]] static Vl lane(const UgalTables& tables, Vl vl, unsigned input, unsigned output,
                               unsigned minimal) {
    const bool entered = input == 0 || tables.hosts.test(input);
    if (tables.hosts.test(output)) return entered ? Vl{0} : vl;
    if (!entered) return Vl{static_cast<std::uint8_t>(vl.value() + 1)};
    if (output == minimal) return kMinimalVl;
    return tables.globals.test(output) ? Vl{1} : Vl{0};
  }

  /// Every port that `choose` may answer; for the check of channel dependencies.
  [[nodiscard]] static PortMask ways(const UgalTables& tables, Detour detour, Vl vl, Lid dlid,
                                     unsigned input, unsigned minimal) {
    PortMask ports;
    const bool entered = input == 0 || tables.hosts.test(input);
    if (!entered && vl == Vl{0}) return tables.globals;
    if (minimal < PortMask::kBits) ports.set(minimal);
    const bool far = dlid.value() < tables.hops.size() && tables.hops[dlid.value()] > 0;
    if (!entered || !far || detour == Detour::kOff) return ports;
    for (const std::uint8_t port : tables.detours) ports.set(port);
    return ports;
  }

 private:
  static constexpr Vl kMinimalVl{2};

  [[nodiscard]] bool from_host(unsigned input) const {
    return input == 0 || tables_.hosts.test(input);
  }
  [[nodiscard]] bool in_detour(Vl vl, unsigned input) const {
    return vl == Vl{0} && !from_host(input);
  }
  [[nodiscard]] unsigned hops_to(Lid dlid) const {
    return dlid.value() < tables_.hops.size() ? tables_.hops[dlid.value()] : 0u;
  }
  /// Of two at random: what waits for one cable is soon old news to all who look at once.
  template <class Queued>
  [[nodiscard]] unsigned least_queued_global(Queued queued) {
    const unsigned count = tables_.globals.count();
    const unsigned a = tables_.globals.nth(static_cast<unsigned>(random_.below(count)));
    const unsigned b = tables_.globals.nth(static_cast<unsigned>(random_.below(count)));
    return queued(b) < queued(a) ? b : a;
  }

  UgalRule rule_;
  UgalTables tables_;
  RandomStream random_;
};

}  // namespace ib
