// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/management/smp_attribute.h"

namespace ib {

/// What PortInfo says of the M_Key.
struct MKeyConfig {
  std::uint64_t key = 0;          ///< 0 = unprotected.
  std::uint8_t protect_bits = 0;  ///< 0-3.
  std::uint64_t lease_ticks = 0;  ///< 0 = never expires.
};

enum class MKeyVerdict : std::uint8_t {
  kPass,
  kPassHidden,  ///< Answer, but with a PortInfo.M_Key of zero.
  kDrop,        ///< No answer; trap 256.
};

/// The M_Key of a port and its lease, in ticks of the caller's choice that never run backwards.
/// IBTA Vol 1, 14.2.4; ib-facts 5.3.
class MKeyGuard {
 public:
  /// As a Set(PortInfo) that passed; a lease that runs is not touched.
  void configure(const MKeyConfig& config) { config_ = config; }
  void clear_violations() { violations_ = 0; }

  [[nodiscard]] MKeyVerdict check(MadMethod method, std::uint64_t key, std::uint64_t now);

  /// Gives up the protection if the lease has run out by `now`; harmless at any other time.
  void expire(std::uint64_t now);
  /// When `expire` has something to do, unless a good SMP comes first.
  [[nodiscard]] std::optional<std::uint64_t> lease_end() const { return lease_end_; }

  [[nodiscard]] const MKeyConfig& config() const { return config_; }
  [[nodiscard]] std::uint16_t violations() const { return violations_; }

 private:
  [[nodiscard]] MKeyVerdict reject(std::uint64_t now);

  MKeyConfig config_;
  std::optional<std::uint64_t> lease_end_;
  std::uint16_t violations_ = 0;  ///< Sticks at its maximum.
};

}  // namespace ib
