// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "testbenches/host/verbs.h"

namespace ib::tb {

/// The test cannot go on or its data is wrong; what() says it in one line.
class PerftestFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The next entry of the queue; throws PerftestFailure for one in error.
[[nodiscard]] inline std::optional<Cqe> poll_good(CompletionQueue& queue) {
  const std::optional<Cqe> cqe = queue.poll();
  if (cqe && is_error(cqe->opcode)) {
    throw PerftestFailure("queue pair " + std::to_string(cqe->qpn) +
                          ": completion with error: " + std::string(describe(cqe->syndrome)));
  }
  return cqe;
}

}  // namespace ib::tb
