// SPDX-License-Identifier: Apache-2.0
#include "models/hca/pcie.h"

#include <algorithm>

namespace ib::hca {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

struct Rate {
  std::uint64_t gigatransfers;  ///< Bits a lane, per nanosecond.
  std::uint64_t coded;          ///< Line bits, or FLIT bytes, for ...
  std::uint64_t payload;        ///< ... so many that carry TLPs.
};

// 128b/130b up to Gen5; Gen6 sends FLITs of 256 bytes of which 236 carry TLPs (PCIe 6.0, 4.2.3).
Rate rate_of(std::uint32_t generation) {
  switch (generation) {
    case 3:
      return {8, 130, 128};
    case 4:
      return {16, 130, 128};
    case 5:
      return {32, 130, 128};
    default:
      return {64, 256, 236};
  }
}

}  // namespace

// A byte takes 8 / (GT/s * lanes) ns times the coding overhead.
PcieTiming::PcieTiming(const PcieConfig& config)
    : config_(config),
      numerator_(8 * std::uint64_t{kTicksPerNs} * rate_of(config.generation).coded),
      denominator_(rate_of(config.generation).gigatransfers * config.lanes *
                   rate_of(config.generation).payload),
      latency_(ticks_from_ns(config.latency_ns)),
      read_latency_(ticks_from_ns(config.read_latency_ns)),
      posted_return_(ticks_from_ns(config.posted_return_ns)) {}

std::uint64_t PcieTiming::cut_bytes(std::uint64_t address, std::uint32_t length,
                                    std::uint64_t cut) const {
  const std::uint64_t into = address & (cut - 1);
  const std::uint64_t tlps = std::max<std::uint64_t>(1, (into + length + cut - 1) / cut);
  return length + tlps * config_.tlp_overhead_bytes;
}

std::uint32_t PcieTiming::write_piece(std::uint64_t address, std::uint32_t length) const {
  const auto into = static_cast<std::uint32_t>(address & (config_.mps_bytes - 1));
  return std::min(length, config_.mps_bytes - into);
}

std::uint32_t PcieTiming::read_piece(std::uint64_t address, std::uint32_t length) const {
  const auto to_boundary = static_cast<std::uint32_t>(kPageBytes - (address & (kPageBytes - 1)));
  return std::min({length, config_.mrrs_bytes, to_boundary});
}

double PcieTiming::rate_gbps(std::uint32_t payload) const {
  const double ticks_a_byte = static_cast<double>(numerator_) / static_cast<double>(denominator_);
  const double share =
      static_cast<double>(payload) / static_cast<double>(payload + config_.tlp_overhead_bytes);
  return 8.0 * static_cast<double>(kTicksPerNs) / ticks_a_byte * share;
}

double PcieTiming::posted_rate_gbps() const {
  if (config_.posted_headers == 0) return full_rate_gbps();
  const std::uint32_t units = (config_.mps_bytes + 15) / 16;
  const std::uint32_t window =
      std::min(config_.posted_headers, config_.posted_data_units / units) * config_.mps_bytes;
  const Ticks turn = wire_time(config_.mps_bytes + config_.tlp_overhead_bytes) + credit_time();
  return std::min(full_rate_gbps(), 8.0 * window / ns_from_ticks(turn));
}

}  // namespace ib::hca
