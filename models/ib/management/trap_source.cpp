// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/trap_source.h"

#include <algorithm>

namespace ib {

void TrapSource::raise(const Notice& notice) {
  const auto same = std::find_if(waiting_.begin(), waiting_.end(), [&](const Trap& trap) {
    return trap.notice.trap_number == notice.trap_number && trap.notice.details == notice.details;
  });
  constexpr std::uint16_t kMostCounted = 0x7FFF;
  if (same != waiting_.end()) {
    if (same->notice.count < kMostCounted) ++same->notice.count;
    return;
  }
  if (waiting_.size() == kMost) {
    ++lost_;
    return;
  }
  waiting_.push_back({notice, ++transactions_});
}

std::optional<Trap> TrapSource::take(std::uint64_t now, std::uint64_t interval) {
  if (waiting_.empty() || now < next_send_) return std::nullopt;
  next_send_ = now + interval;
  ++sent_;
  return waiting_.front();
}

bool TrapSource::repress(std::uint64_t transaction_id) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Trap& trap) {
    return trap.transaction_id == transaction_id;
  });
  if (found == waiting_.end()) return false;
  if (found == waiting_.begin()) next_send_ = 0;
  waiting_.erase(found);
  return true;
}

std::optional<std::uint64_t> TrapSource::deadline() const {
  if (waiting_.empty()) return std::nullopt;
  return next_send_;
}

}  // namespace ib
