// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ib::tb {

/// What a host keeps for each other host it has dealt with, by index: room for those alone, since
/// in a large fabric a host meets few. Open addressing with linear probing; allocates while it
/// grows.
template <class T>
class PeerTable {
 public:
  /// The entry of `peer`, made when there is none. Valid until the next entry is made.
  [[nodiscard]] T& operator[](std::uint32_t peer) {
    if (2 * (used_ + 1) > entries_.size()) grow();
    Entry& entry = place(peer);
    if (!entry.taken) {
      entry.taken = true;
      entry.peer = peer;
      ++used_;
    }
    return entry.value;
  }

 private:
  struct Entry {
    T value{};
    std::uint32_t peer = 0;
    bool taken = false;
  };

  [[nodiscard]] Entry& place(std::uint32_t peer) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = (peer * std::size_t{0x9E3779B1}) & mask;
    while (entries_[at].taken && entries_[at].peer != peer) at = (at + 1) & mask;
    return entries_[at];
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 8 : 2 * entries_.size());
    old.swap(entries_);
    for (Entry& entry : old) {
      if (entry.taken) place(entry.peer) = std::move(entry);
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace ib::tb
