// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "models/ib/switching/islip.h"
#include "models/ib/switching/lrg.h"
#include "models/ib/switching/oldest_first.h"
#include "models/ib/switching/wavefront.h"
#include "models/switch/input_queues.h"
#include "models/switch/switch_config.h"

namespace ib::sw {

/// When the packet came in that an input would send to an output.
struct HeadBirth {
  const InputQueues* queues;
  const link::PacketStore* store;
  LaneMap lanes;

  [[nodiscard]] std::int64_t of(unsigned input, unsigned output, unsigned lane) const {
    return (*store)[queues->head(input, output, lane)].head;
  }
  [[nodiscard]] std::int64_t operator()(unsigned input, unsigned output) const {
    std::int64_t oldest = std::numeric_limits<std::int64_t>::max();
    for (unsigned lane = 0; lane < lanes.count(); ++lane) {
      if (!queues->requests(output, lane).test(input)) continue;
      oldest = std::min(oldest, of(input, output, lane));
    }
    return oldest;
  }
};

/// The matching of a switch: one of the disciplines of SwitchConfig, or a machine in its place.
/// Output queueing has no matching: every output takes from all inputs at once.
class CrossbarScheduler {
 public:
  CrossbarScheduler(const SwitchConfig& config, unsigned ports, const HeadBirth& birth,
                    RandomStream random);

  void use(std::unique_ptr<IslipMachine> machine);

  /// As IterativeMatcher::match.
  template <class RequestsOf>
  PortMask match(const PortMask& free_inputs, const PortMask& free_outputs, RequestsOf requests_of,
                 std::vector<Match>& out) {
    if (kind_ == Kind::kIslip) return islip_.match(free_inputs, free_outputs, requests_of, out);
    switch (kind_) {
      case Kind::kMachine:
        return match_by_machine(free_inputs, free_outputs, requests_of, out);
      case Kind::kOutputQueued:
        return match_all(free_inputs, free_outputs, requests_of, out);
      case Kind::kWavefront:
        return wavefront_->match(free_inputs, free_outputs, requests_of, out);
      case Kind::kLrg:
        return lrg_->match(free_inputs, free_outputs, requests_of, out);
      case Kind::kAge:
        return age_->match(free_inputs, free_outputs, requests_of, out);
      default:
        return random_.match(free_inputs, free_outputs, requests_of, out);
    }
  }

 private:
  enum class Kind : std::uint8_t {
    kIslip,
    kRandom,
    kWavefront,
    kLrg,
    kAge,
    kMachine,
    kOutputQueued
  };

  static Kind kind_of(const SwitchConfig& config) {
    if (config.buffering == Buffering::kOutputQueued) return Kind::kOutputQueued;
    return static_cast<Kind>(config.scheduler);
  }

  template <class RequestsOf>
  PortMask match_by_machine(const PortMask& free_inputs, const PortMask& free_outputs,
                            RequestsOf& requests_of, std::vector<Match>& matches) {
    PortMask wanted;
    machine_in_->free_inputs = free_inputs;
    machine_in_->free_outputs = free_outputs;
    for (unsigned output = 0; output < ports_; ++output) {
      machine_in_->requests[output] =
          free_outputs.test(output) ? requests_of(output, free_inputs) : PortMask{};
      if (machine_in_->requests[output].any()) wanted.set(output);
    }
    const IslipOut out = machine_->step(*machine_in_);
    out.matched.for_each([&](unsigned output) {
      matches.push_back({out.input_of[output], static_cast<std::uint16_t>(output)});
    });
    return wanted - out.matched;
  }

  template <class RequestsOf>
  PortMask match_all(const PortMask& free_inputs, const PortMask& free_outputs,
                     RequestsOf& requests_of, std::vector<Match>& matches) {
    PortMask inputs = free_inputs;
    free_outputs.for_each([&](unsigned output) {
      const PortMask taken = requests_of(output, inputs);
      taken.for_each([&](unsigned input) {
        matches.push_back({static_cast<std::uint16_t>(input), static_cast<std::uint16_t>(output)});
      });
      inputs -= taken;
    });
    return {};
  }

  Kind kind_;
  unsigned ports_;
  Islip islip_;
  RandomMatcher random_;
  std::unique_ptr<Wavefront> wavefront_;
  std::unique_ptr<LrgMatcher> lrg_;
  std::unique_ptr<OldestFirstMatcher<HeadBirth>> age_;
  std::unique_ptr<IslipMachine> machine_;
  std::unique_ptr<IslipIn> machine_in_;
};

}  // namespace ib::sw
