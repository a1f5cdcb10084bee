// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"

namespace ib::hca {

/// Takes queue pairs into the error state: all work requests, known here or still in host memory,
/// complete with a flush error, in order.
class Flusher {
 public:
  explicit Flusher(Core& core) : core_(core) {}

  void enter_error(QueuePair& qp);
  /// The send queue of a queue pair of other than reliable connections stops at a request it cannot
  /// execute (SQE).
  void enter_send_error(QueuePair& qp);
  /// Completes a send request in error.
  void flush_request(QueuePair& qp, const SendRequest& request,
                     CqeSyndrome syndrome = CqeSyndrome::kFlushed);
  /// Completes the receive WQEs that are here, and looks for more.
  void flush_receives(QueuePair& qp);

 private:
  void flush_requests(QueuePair& qp);

  Core& core_;
};

}  // namespace ib::hca
