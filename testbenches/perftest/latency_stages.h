// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/hca/hca_config.h"
#include "models/switch/switch_config.h"
#include "testbenches/host/host_config.h"
#include "testbenches/perftest/fabric_path.h"
#include "tlm/time.h"

namespace ib::tb {

/// A part of a message's way and how long it takes.
struct LatencyStage {
  std::string name;
  Ticks duration = 0;
};

/// The parts that make up the latency of a small RDMA WRITE on an idle fabric.
struct WriteWay {
  HostConfig host;
  hca::HcaConfig hca;
  sw::SwitchConfig sw;
  std::vector<PathLeg> path;
};

/// Largest message whose packet is a single word of the switch and of the receiver.
inline constexpr std::uint32_t kMostStagedBytes = 20;

/// Every stage of an inline WRITE of `bytes` <= kMostStagedBytes, in order: from the call that
/// posts it at `posted` to the program at the other end having seen it. Waits for clock edges are
/// stages, so the sum is exact; it depends on `posted` because of them.
[[nodiscard]] std::vector<LatencyStage> write_latency_stages(const WriteWay& way,
                                                             std::uint32_t bytes, Ticks posted);

[[nodiscard]] Ticks total(const std::vector<LatencyStage>& stages);

}  // namespace ib::tb
