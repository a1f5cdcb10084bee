// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ib::tb {

using FuzzTarget = void (*)(const std::uint8_t* data, std::size_t size);
using FuzzInput = std::vector<std::uint8_t>;

/// Something to fuzz, with inputs to start from.
struct FuzzSubject {
  const char* name;
  FuzzTarget target;
  std::vector<FuzzInput> seeds;
};

/// All targets: "Management", "PacketParser", "Ibnetdiscover". Seeds come from the golden vectors
/// and the sample dumps.
[[nodiscard]] FuzzSubject fuzz_subject(const std::string& name);

/// Runs `count` inputs: seeds with bytes changed, cut, repeated and joined, and pure noise. The
/// same inputs for the same subject and count.
void run_random_inputs(const FuzzSubject& subject, std::uint64_t count);

}  // namespace ib::tb
