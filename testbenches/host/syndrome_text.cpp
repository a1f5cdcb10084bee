// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "testbenches/host/verbs.h"

namespace ib::tb {
namespace {

struct SyndromeText {
  CqeSyndrome syndrome;
  std::string_view text;
};

constexpr std::array kTexts{
    SyndromeText{CqeSyndrome::kNone, "success"},
    SyndromeText{CqeSyndrome::kLocalLength, "local length error"},
    SyndromeText{CqeSyndrome::kLocalQpOperation, "local QP operation error"},
    SyndromeText{CqeSyndrome::kLocalProtection, "local protection error"},
    SyndromeText{CqeSyndrome::kFlushed, "work request flushed"},
    SyndromeText{CqeSyndrome::kMemoryWindowBind, "memory window bind error"},
    SyndromeText{CqeSyndrome::kBadResponse, "bad response"},
    SyndromeText{CqeSyndrome::kLocalAccess, "local access error"},
    SyndromeText{CqeSyndrome::kRemoteInvalidRequest, "remote invalid request"},
    SyndromeText{CqeSyndrome::kRemoteAccess, "remote access error"},
    SyndromeText{CqeSyndrome::kRemoteOperation, "remote operation error"},
    SyndromeText{CqeSyndrome::kTransportRetryExceeded, "transport retry counter exceeded"},
    SyndromeText{CqeSyndrome::kRnrRetryExceeded, "RNR retry counter exceeded"},
    SyndromeText{CqeSyndrome::kRemoteAborted, "remote aborted"},
    SyndromeText{CqeSyndrome::kLocalEecOperation, "local EE context operation error"},
    SyndromeText{CqeSyndrome::kLocalRddViolation, "local RDD violation"},
    SyndromeText{CqeSyndrome::kRemoteInvalidRdRequest, "remote invalid RD request"},
    SyndromeText{CqeSyndrome::kInvalidEecn, "invalid EE context number"},
    SyndromeText{CqeSyndrome::kInvalidEecState, "invalid EE context state"},
};

}  // namespace

std::string_view describe(CqeSyndrome syndrome) {
  const auto* const found =
      std::find_if(kTexts.begin(), kTexts.end(),
                   [syndrome](const SyndromeText& t) { return t.syndrome == syndrome; });
  return found == kTexts.end() ? "unknown syndrome" : found->text;
}

}  // namespace ib::tb
