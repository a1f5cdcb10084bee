// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/hca/stage.h"
#include "models/ib/queues/cqe.h"

namespace ib::hca {

/// Writes completions into their queues in host memory, behind the data they report. The consumer
/// index is not read: software must not let a queue overflow. Entity kCqeWriter.
class CqeWriter {
 public:
  explicit CqeWriter(Core& core) : core_(core) {}

  void post(std::uint32_t cqn, const Cqe& cqe);
  /// Phase kDecide.
  void decide();

 private:
  struct Completion {
    std::uint32_t cqn = 0;
    Cqe cqe;
  };

  void write(const Completion& completion);

  Core& core_;
  Stage<Completion> pending_;
};

}  // namespace ib::hca
