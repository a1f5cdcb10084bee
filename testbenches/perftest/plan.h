// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/ib/base/types.h"
#include "models/ib/transport/qp_state.h"

namespace ib::tb {

/// What the messages of a test are.
enum class Verb : std::uint8_t { kWrite, kSend, kRead, kAtomic };

/// Bytes of an atomic; perftest adds `kAtomicAddend` with each.
inline constexpr std::uint64_t kAtomicBytes = 8;
inline constexpr std::uint64_t kAtomicAddend = 1;

/// The other host only serves: nothing of its program takes part in a message.
[[nodiscard]] constexpr bool is_one_sided_fetch(Verb verb) {
  return verb == Verb::kRead || verb == Verb::kAtomic;
}

/// What is measured: many messages in flight, or one after the other.
enum class Measure : std::uint8_t { kBandwidth, kLatency };

/// One perftest run: every size in turn over the same connections.
struct PerftestPlan {
  Verb verb = Verb::kWrite;
  QpType connection = QpType::kRc;
  Measure measure = Measure::kBandwidth;
  std::vector<std::uint64_t> sizes{65536};
  std::uint64_t iterations = 1000;  ///< Messages a queue pair.
  std::uint32_t qps = 1;
  std::uint32_t tx_depth = 128;
  std::uint32_t rx_depth = 512;
  std::uint32_t mtu_bytes = 4096;
  bool bidirectional = false;  ///< Bandwidth only: both hosts send.
  std::uint64_t seed = 1;
  std::array<Sl, 2> sls{};  ///< Of the paths from the client and from the server.
};

/// Sizes of perftest's option -a.
[[nodiscard]] std::vector<std::uint64_t> all_sizes();

/// Messages smaller than this walk through a buffer of this size, as in perftest.
inline constexpr std::uint64_t kCycleBytes = 4096;
inline constexpr std::uint64_t kCacheLineBytes = 64;

/// Where the messages of one queue pair lie in its buffer: message i in place i modulo `count`.
struct MessagePlaces {
  std::uint64_t stride = 0;
  std::uint64_t count = 1;

  [[nodiscard]] static constexpr MessagePlaces of(std::uint64_t size) {
    const std::uint64_t stride = (size + kCacheLineBytes - 1) / kCacheLineBytes * kCacheLineBytes;
    return {stride, stride < kCycleBytes ? kCycleBytes / stride : 1};
  }
  [[nodiscard]] constexpr std::uint64_t offset(std::uint64_t message) const {
    return message % count * stride;
  }
};

/// Bytes of the buffer for messages of up to `size`.
[[nodiscard]] constexpr std::uint64_t buffer_bytes(std::uint64_t size) {
  return size < kCycleBytes ? kCycleBytes : size;
}

/// Only every n-th message of a bandwidth test asks for a completion.
[[nodiscard]] constexpr std::uint64_t completion_moderation(std::uint64_t size,
                                                            std::uint32_t tx_depth) {
  constexpr std::uint64_t kLargestModerated = 8192;
  constexpr std::uint64_t kModeration = 100;
  if (size > kLargestModerated) return 1;
  return tx_depth < kModeration ? tx_depth : kModeration;
}

}  // namespace ib::tb
