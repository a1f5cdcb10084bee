// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/collective_data.h"

#include <algorithm>

#include "models/ib/base/random.h"

namespace ib::tb {
namespace {

std::uint8_t byte_of(std::uint32_t rank, std::uint64_t place) {
  return static_cast<std::uint8_t>(mix64(rank + 1u, place));
}

/// The chunk of the vector that a byte is in, one a rank.
std::uint32_t owner_of(const CollectivePlan& plan, std::uint64_t place, std::uint32_t ranks) {
  auto chunk = static_cast<std::uint32_t>(place * ranks / plan.bytes);
  while (plan.bytes * (chunk + 1) / ranks <= place) ++chunk;
  return chunk;
}

std::uint8_t sum_of(std::uint64_t place, std::uint32_t ranks) {
  unsigned sum = 0;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) sum += byte_of(rank, place);
  return static_cast<std::uint8_t>(sum);
}

std::uint8_t result_of(const CollectivePlan& plan, std::uint64_t place, std::uint32_t ranks) {
  switch (plan.operation) {
    case CollectiveOperation::kBroadcast:
      return byte_of(0, place);
    case CollectiveOperation::kAllGather:
      return byte_of(owner_of(plan, place, ranks), place);
    default:
      return sum_of(place, ranks);
  }
}

}  // namespace

std::vector<std::uint8_t> vector_before(const CollectivePlan& plan, std::uint32_t rank,
                                        std::uint32_t ranks) {
  std::vector<std::uint8_t> bytes(plan.bytes);
  for (std::uint64_t i = 0; i < bytes.size(); ++i) {
    const bool has = plan.operation == CollectiveOperation::kAllGather
                         ? owner_of(plan, i, ranks) == rank
                         : plan.operation != CollectiveOperation::kBroadcast || rank == 0;
    bytes[i] = has ? byte_of(rank, i) : std::uint8_t{0};
  }
  return bytes;
}

bool is_result(const CollectivePlan& plan,
               const std::vector<const std::vector<std::uint8_t>*>& vectors) {
  const auto ranks = static_cast<std::uint32_t>(vectors.size());
  const bool scattered = plan.operation == CollectiveOperation::kReduceScatter;
  for (std::uint64_t i = 0; i < plan.bytes; ++i) {
    const std::uint8_t wanted = result_of(plan, i, ranks);
    const auto right = std::count_if(vectors.begin(), vectors.end(),
                                     [&](const auto* vector) { return (*vector)[i] == wanted; });
    if (right < (scattered ? 1 : static_cast<std::ptrdiff_t>(ranks))) return false;
  }
  return true;
}

}  // namespace ib::tb
