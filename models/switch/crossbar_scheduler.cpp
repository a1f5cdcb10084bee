// SPDX-License-Identifier: Apache-2.0
#include "models/switch/crossbar_scheduler.h"

#include <utility>

namespace ib::sw {

CrossbarScheduler::CrossbarScheduler(const SwitchConfig& config, unsigned ports,
                                     const HeadBirth& birth, RandomStream random)
    : kind_(kind_of(config)),
      ports_(ports),
      islip_(ports, ports, config.islip_iterations),
      random_(ports, config.islip_iterations, random) {
  if (kind_ == Kind::kWavefront) wavefront_ = std::make_unique<Wavefront>(ports);
  if (kind_ == Kind::kLrg) lrg_ = std::make_unique<LrgMatcher>(ports, config.islip_iterations);
  if (kind_ == Kind::kAge) {
    age_ = std::make_unique<OldestFirstMatcher<HeadBirth>>(ports, config.islip_iterations, birth);
  }
}

void CrossbarScheduler::use(std::unique_ptr<IslipMachine> machine) {
  machine_ = std::move(machine);
  machine_in_ = std::make_unique<IslipIn>();
  kind_ = Kind::kMachine;
}

}  // namespace ib::sw
