// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/ib/base/random.h"
#include "testbenches/workload/workload_config.h"

namespace ib::tb {

/// Who sends to whom among hosts 0 .. n - 1 (W. Dally, B. Towles: Principles and Practices of
/// Interconnection Networks, 3.2). The same for all hosts, unchanging.
class Destinations {
 public:
  /// Throws fabric::ConfigError when the pattern does not suit so many hosts.
  Destinations(const WorkloadConfig& config, std::uint32_t hosts, std::uint64_t seed);

  /// False for hosts that only receive: sinks, and those a permutation maps onto themselves.
  [[nodiscard]] bool sends(std::uint32_t self) const;
  /// Receiver of message `number` (from 0) of a host that sends; draws where the pattern does.
  [[nodiscard]] std::uint32_t next(std::uint32_t self, std::uint64_t number,
                                   RandomStream& random) const;

 private:
  void permute(const WorkloadConfig& config, std::uint64_t seed);
  void find_neighbours();
  [[nodiscard]] std::uint32_t mirrored(std::uint32_t self) const;
  [[nodiscard]] std::uint32_t half_way(std::uint32_t self) const;
  [[nodiscard]] std::uint32_t any_other(std::uint32_t self, RandomStream& random) const;
  [[nodiscard]] std::uint32_t hot(std::uint32_t self, RandomStream& random) const;

  TrafficPattern pattern_;
  std::uint32_t hosts_;
  std::uint32_t hotspots_;
  double hotspot_share_;
  std::vector<std::uint32_t> shape_;                    ///< Fastest dimension first.
  std::vector<std::uint32_t> map_;                      ///< Of a permutation.
  std::vector<std::vector<std::uint32_t>> neighbours_;  ///< By host.
};

/// The sizes of "4x4x2", whose product is `hosts`; {hosts} for an empty text. Throws
/// fabric::ConfigError.
[[nodiscard]] std::vector<std::uint32_t> parse_shape(const std::string& text, std::uint32_t hosts);

}  // namespace ib::tb
