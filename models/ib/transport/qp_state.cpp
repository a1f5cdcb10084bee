// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/qp_state.h"

namespace ib {

bool transition_allowed(QpState from, QpState to) {
  if (to == QpState::kReset) return true;
  if (to == QpState::kError) return from != QpState::kReset;
  switch (from) {
    case QpState::kReset:
      return to == QpState::kInit;
    case QpState::kInit:
      return to == QpState::kInit || to == QpState::kRtr;
    case QpState::kRtr:
      return to == QpState::kRts;
    case QpState::kRts:
      return to == QpState::kRts || to == QpState::kSqd;
    case QpState::kSqd:
      return to == QpState::kSqd || to == QpState::kRts;
    case QpState::kSqe:
      return to == QpState::kRts;
    case QpState::kError:
      return false;
  }
  return false;
}

}  // namespace ib
