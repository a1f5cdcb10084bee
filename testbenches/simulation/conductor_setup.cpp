// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/conductor_setup.h"

#include <algorithm>

#include "testbenches/config/quantum.h"

namespace ib::tb {
namespace {

/// No packet is held for so long without moving, unless something waits in a circle.
constexpr double kWatchdogNs = 10e6;

Ticks quantum_ticks(const RunConfig& config) {
  const Quantum quantum = parse_quantum(config.sim.quantum);
  switch (quantum.kind) {
    case Quantum::Kind::kMax:
      return kNever;
    case Quantum::Kind::kTime:
      return std::max(kTicksPerPs, ticks_from_ns(quantum.ns));
    case Quantum::Kind::kOneCycle:
      break;
  }
  return shortest_period(config);
}

}  // namespace

Ticks shortest_period(const RunConfig& config) {
  return std::min(Clock::from_mhz(config.hca.core_clock_mhz).period(),
                  Clock::from_mhz(config.sw.core_clock_mhz).period());
}

ConductorConfig conductor_config(const RunConfig& config) {
  ConductorConfig conductor;
  conductor.quantum = quantum_ticks(config);
  conductor.threads = config.sim.threads;
  conductor.watchdog = ticks_from_ns(kWatchdogNs);
  return conductor;
}

}  // namespace ib::tb
