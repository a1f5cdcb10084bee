// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/ib/base/random.h"
#include "models/ib/base/types.h"
#include "models/ib/switching/flow_bindings.h"

namespace ib {

/// How an adaptive router picks among the ports of a group (ib-facts 9.4).
enum class PortChoice : std::uint8_t { kRandom, kGreedy, kGreedyRandom };

struct AdaptiveRule {
  PortChoice choice = PortChoice::kGreedyRandom;
  std::uint16_t sl_mask = 0xFFFF;  ///< Service levels that may be routed adaptively.
  /// Busy levels: ports with fewer blocks queued than a level count as equally loaded.
  std::array<std::uint32_t, 3> busy_blocks{20, 40, 80};
  std::int64_t bind_time = 0;  ///< A flow keeps its port until it paused that long; 0: never bound.
};

/// The LID -> group table of a switch and the choice of a port in the group. A group is the ports
/// by which the LID can be reached on equal terms. Time is in any unit of the caller.
class AdaptiveRouter {
 public:
  AdaptiveRouter(const AdaptiveRule& rule, RandomStream random) : rule_(rule), random_(random) {}

  [[nodiscard]] const AdaptiveRule& rule() const { return rule_; }
  /// Groups of fewer than two ports are none.
  void set_group(Lid lid, const PortMask& ports);
  /// The group of a packet that may be routed adaptively; null when the LFT decides.
  [[nodiscard]] const PortMask* group(Lid dlid, Sl sl) const {
    if ((rule_.sl_mask >> sl.value() & 1) == 0 || dlid.value() >= group_of_.size()) return nullptr;
    const std::uint16_t index = group_of_[dlid.value()];
    return index == 0 ? nullptr : &groups_[index - 1u];
  }

  /// `queued(port)` answers the blocks that wait for a port. `ports` is not empty.
  template <class Queued>
  [[nodiscard]] unsigned choose(const PortMask& ports, Queued queued) {
    switch (rule_.choice) {
      case PortChoice::kRandom:
        return any_of(ports);
      case PortChoice::kGreedy:
        return any_of(least_busy(ports, queued));
      case PortChoice::kGreedyRandom:
        return any_of(best_three(ports, queued));
    }
    return ports.first();
  }

  /// The port that flow (slid, dlid) is bound to at `now`, if it still is and `ports` has it.
  [[nodiscard]] std::optional<unsigned> bound(Lid slid, Lid dlid, const PortMask& ports,
                                              std::int64_t now) const {
    const std::optional<unsigned> port = bindings_.port(key(slid, dlid), now);
    return port && ports.test(*port) ? port : std::nullopt;
  }
  /// Binds the flow until `bind_time` after `now`; a packet of a bound flow renews it.
  void bind(Lid slid, Lid dlid, unsigned port, std::int64_t now) {
    bindings_.bind(key(slid, dlid), port, now + rule_.bind_time);
  }

 private:
  struct Ranked {
    std::uint32_t queued;
    unsigned port;
  };

  [[nodiscard]] unsigned any_of(const PortMask& ports) {
    return ports.nth(static_cast<unsigned>(random_.below(ports.count())));
  }
  /// 0 below the first busy level to 3 at the last.
  [[nodiscard]] unsigned level(std::uint32_t queued) const {
    unsigned level = 0;
    while (level < rule_.busy_blocks.size() && queued >= rule_.busy_blocks[level]) ++level;
    return level;
  }
  template <class Queued>
  [[nodiscard]] PortMask least_busy(const PortMask& ports, Queued queued) const {
    PortMask best;
    unsigned least = ~0u;
    ports.for_each([&](unsigned port) {
      const unsigned here = level(queued(port));
      if (here > least) return;
      if (here < least) best.clear();
      least = here;
      best.set(port);
    });
    return best;
  }
  /// The three least loaded ports, equal ones in a random turn.
  template <class Queued>
  [[nodiscard]] PortMask best_three(const PortMask& ports, Queued queued) {
    std::array<Ranked, 3> best{};
    unsigned count = 0;
    const auto consider = [&](unsigned port) {
      const Ranked next{queued(port), port};
      unsigned at = count;
      while (at > 0 && next.queued < best[at - 1].queued) --at;
      if (at == best.size()) return;
      count = count < best.size() ? count + 1 : count;
      for (unsigned i = count - 1; i > at; --i) best[i] = best[i - 1];
      best[at] = next;
    };
    const unsigned first = any_of(ports);
    for (unsigned p = first; p != PortMask::kNone; p = ports.first_from(p + 1)) consider(p);
    for (unsigned p = ports.first(); p < first; p = ports.first_from(p + 1)) consider(p);
    PortMask mask;
    for (unsigned i = 0; i < count; ++i) mask.set(best[i].port);
    return mask;
  }
  [[nodiscard]] static std::uint32_t key(Lid slid, Lid dlid) {
    return static_cast<std::uint32_t>(slid.value()) << 16 | dlid.value();
  }

  AdaptiveRule rule_;
  RandomStream random_;
  std::vector<PortMask> groups_;
  std::vector<std::uint16_t> group_of_;  ///< By LID: 0 = none, else index + 1.
  FlowBindings bindings_;
};

}  // namespace ib
