// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/context_loader.h"
#include "models/hca/core.h"
#include "models/hca/parked.h"
#include "models/hca/stage.h"
#include "models/ib/queues/cqe.h"

namespace ib::hca {

/// Writes completions into their queues in host memory, behind the data they report. A queue that
/// seems half full has its doorbell record read in the background; one that seems full holds its
/// completions until that is known, and is in error when it really was full. Entity kCqeWriter.
class CqeWriter {
 public:
  explicit CqeWriter(Core& core) : core_(core) {}

  void post(std::uint32_t cqn, const Cqe& cqe);
  /// Phase kDecide.
  void decide();
  /// The context that completion `index` waits for may have come.
  void context_came(std::uint32_t index);
  /// The doorbell record of queue `cqn` has been read.
  void record_read(std::uint32_t cqn, DmaResult& result);

 private:
  struct Completion {
    std::uint32_t cqn = 0;
    Cqe cqe;
  };

  void report(const Completion& completion);
  struct Session {
    Cycle due = 0;
    std::uint32_t cqn = 0;
  };

  /// Writes an entry, or keeps it to be compressed with those that follow.
  void enter(std::uint32_t cqn, CompletionQueueState& cq, const Cqe& cqe);
  void end_session(std::uint32_t cqn, CompletionQueueState& cq);
  void write_session(CompletionQueueState& cq);
  void put(const CompletionQueueState& cq, std::uint32_t index, const Payload& bytes);
  void write(std::uint32_t cqn, CompletionQueueState& cq, Cqe cqe);
  void read_record(std::uint32_t cqn, CompletionQueueState& cq);
  void overrun(std::uint32_t cqn, CompletionQueueState& cq);

  Core& core_;
  Stage<Completion> pending_;
  Ring<Session> sessions_;     ///< By deadline: all wait equally long.
  Parked<Completion> parked_;  ///< Wait for the context of their queue.
};

}  // namespace ib::hca
