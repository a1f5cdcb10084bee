// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/verbs.h"

namespace ib::tb {

std::string_view describe(CqeSyndrome syndrome) {
  switch (syndrome) {
    case CqeSyndrome::kNone:
      return "success";
    case CqeSyndrome::kLocalLength:
      return "local length error";
    case CqeSyndrome::kLocalQpOperation:
      return "local QP operation error";
    case CqeSyndrome::kLocalProtection:
      return "local protection error";
    case CqeSyndrome::kFlushed:
      return "work request flushed";
    case CqeSyndrome::kMemoryWindowBind:
      return "memory window bind error";
    case CqeSyndrome::kBadResponse:
      return "bad response";
    case CqeSyndrome::kLocalAccess:
      return "local access error";
    case CqeSyndrome::kRemoteInvalidRequest:
      return "remote invalid request";
    case CqeSyndrome::kRemoteAccess:
      return "remote access error";
    case CqeSyndrome::kRemoteOperation:
      return "remote operation error";
    case CqeSyndrome::kTransportRetryExceeded:
      return "transport retry counter exceeded";
    case CqeSyndrome::kRnrRetryExceeded:
      return "RNR retry counter exceeded";
    case CqeSyndrome::kRemoteAborted:
      return "remote aborted";
    case CqeSyndrome::kLocalEecOperation:
      return "local EE context operation error";
    case CqeSyndrome::kLocalRddViolation:
      return "local RDD violation";
    case CqeSyndrome::kRemoteInvalidRdRequest:
      return "remote invalid RD request";
    case CqeSyndrome::kInvalidEecn:
      return "invalid EE context number";
    case CqeSyndrome::kInvalidEecState:
      return "invalid EE context state";
  }
  return "unknown syndrome";
}

}  // namespace ib::tb
