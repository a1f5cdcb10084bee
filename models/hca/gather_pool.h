// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "models/ib/queues/wqe.h"

namespace ib::hca {

/// The lists of local memory of work requests in progress, as their WQE's segments. Counted by
/// reference: a list outlives its request while a packet is still made from it.
class GatherPool {
 public:
  using Handle = std::uint32_t;

  /// Keeps the segments in [first, end).
  [[nodiscard]] Handle keep(const std::uint8_t* first, const std::uint8_t* end) {
    if (free_.empty()) {
      free_.push_back(static_cast<Handle>(lists_.size()));
      lists_.emplace_back();
    }
    const Handle handle = free_.back();
    free_.pop_back();
    List& list = lists_[handle];
    list.references = 1;
    list.size = static_cast<std::uint32_t>(end - first);
    std::memcpy(list.bytes.data(), first, list.size);
    return handle;
  }
  void release(Handle handle) {
    if (--lists_[handle].references == 0) free_.push_back(handle);
  }
  void add_reference(Handle handle) { ++lists_[handle].references; }

  [[nodiscard]] DataSegments segments(Handle handle) const {
    const List& list = lists_[handle];
    return {list.bytes.data(), list.bytes.data() + list.size};
  }

  /// Calls `use(piece, from, count, at)` for each part of bytes [offset, offset + length): bytes
  /// `from`.. of `piece` are bytes `at`.. of the range. False when `use` says so or the list ends.
  template <class Use>
  [[nodiscard]] bool visit(Handle handle, std::uint32_t offset, std::uint32_t length,
                           Use&& use) const {
    DataSegments list = segments(handle);
    std::uint32_t done = 0;
    while (done < length) {
      const auto piece = list.next();
      if (!piece) return false;
      if (offset >= piece->byte_count) {
        offset -= piece->byte_count;
        continue;
      }
      const std::uint32_t count = std::min(piece->byte_count - offset, length - done);
      if (!use(*piece, offset, count, done)) return false;
      done += count;
      offset = 0;
    }
    return true;
  }

 private:
  struct List {
    std::uint32_t references = 0;
    std::uint32_t size = 0;
    std::array<std::uint8_t, kMaxWqeBytes + kSegmentBytes> bytes;
  };
  std::deque<List> lists_;  ///< Stable addresses while it grows.
  std::vector<Handle> free_;
};

}  // namespace ib::hca
