// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace ib::tb {

/// What a campaign against a running HCA left behind.
struct HcaFuzzReport {
  bool ended = false;  ///< It came to its end in simulated time.
  std::uint64_t inputs = 0;
  std::uint64_t refused = 0;       ///< Inputs that the HCA found bad, as far as it counts them.
  bool memory_intact = false;      ///< At both ends, see FencedMemory.
  bool bystander_works = false;    ///< Another connection of the same HCAs still carries data.
  std::uint64_t held_packets = 0;  ///< Packets that have not left an HCA.
};

// Campaigns of at least `inputs` inputs, the same ones every time. Each runs a simulation, so one a
// process.

/// WQEs of every service in rings and in BlueFlame buffers: a hostile guest.
[[nodiscard]] HcaFuzzReport fuzz_wqes(std::uint64_t inputs);
/// Commands with any mailbox and writes to any register: a hostile guest.
[[nodiscard]] HcaFuzzReport fuzz_commands(std::uint64_t inputs);
/// Packets changed on the wire, in both directions: a hostile peer.
[[nodiscard]] HcaFuzzReport fuzz_packets(std::uint64_t inputs);

}  // namespace ib::tb
