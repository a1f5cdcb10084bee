// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/ib/packet/routing_headers.h"

namespace ib::hca {

/// Which queue pairs take the datagrams of a multicast group, in the order they were attached.
class MulticastTable {
 public:
  /// False when the queue pair is a member already.
  [[nodiscard]] bool attach(const Gid& group, std::uint32_t qpn) {
    if (std::find(members_.begin(), members_.end(), Member{group, qpn}) != members_.end()) {
      return false;
    }
    members_.emplace_back(group, qpn);
    return true;
  }
  /// False when the queue pair is no member.
  [[nodiscard]] bool detach(const Gid& group, std::uint32_t qpn) {
    const auto found = std::find(members_.begin(), members_.end(), Member{group, qpn});
    if (found == members_.end()) return false;
    members_.erase(found);
    return true;
  }
  /// Takes a queue pair out of all groups.
  void forget(std::uint32_t qpn) {
    members_.erase(std::remove_if(members_.begin(), members_.end(),
                                  [qpn](const Member& member) { return member.second == qpn; }),
                   members_.end());
  }
  /// Calls `use(qpn)` for each member of a group.
  template <class Use>
  void for_each(const Gid& group, Use&& use) const {
    for (const Member& member : members_) {
      if (member.first == group) use(member.second);
    }
  }

 private:
  using Member = std::pair<Gid, std::uint32_t>;

  std::vector<Member> members_;
};

}  // namespace ib::hca
