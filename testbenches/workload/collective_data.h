// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/workload/collective.h"

namespace ib::tb {

/// The vector of a rank before a collective: bytes that hang on its number and their place; for an
/// all-gather its own chunk of them, for a broadcast those of rank 0 at rank 0.
[[nodiscard]] std::vector<std::uint8_t> vector_before(const CollectivePlan& plan,
                                                      std::uint32_t rank, std::uint32_t ranks);

/// Whether the vectors of all ranks are what MPI says of the operation, a sum being of bytes modulo
/// 256: everything at every rank, or after a reduce-scatter each byte's sum at some rank. Not for
/// an all-to-all, whose vectors are two.
[[nodiscard]] bool is_result(const CollectivePlan& plan,
                             const std::vector<const std::vector<std::uint8_t>*>& vectors);

}  // namespace ib::tb
