// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/ib/base/random.h"

namespace ib {

/// Which port a flow is bound to, and until when. Flows are never forgotten: a hash table with
/// linear probing that grows with their number and allocates nothing else.
class FlowBindings {
 public:
  /// The port of `flow` if its binding holds at `now`.
  [[nodiscard]] std::optional<unsigned> port(std::uint32_t flow, std::int64_t now) const {
    const Entry& entry = table_[find(table_, flow)];
    if (!entry.used || entry.until < now) return std::nullopt;
    return entry.port;
  }
  void bind(std::uint32_t flow, unsigned port, std::int64_t until) {
    Entry& entry = table_[find(table_, flow)];
    const bool fresh = !entry.used;
    entry = {true, flow, port, until};
    if (fresh && ++count_ * 2 > table_.size()) grow();
  }
  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  struct Entry {
    bool used = false;
    std::uint32_t flow = 0;
    unsigned port = 0;
    std::int64_t until = 0;
  };

  [[nodiscard]] static std::size_t find(const std::vector<Entry>& table, std::uint32_t flow) {
    std::size_t at = mix64(flow, 0) & (table.size() - 1);
    while (table[at].used && table[at].flow != flow) at = (at + 1) & (table.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Entry> larger(table_.size() * 2);
    for (const Entry& entry : table_) {
      if (entry.used) larger[find(larger, entry.flow)] = entry;
    }
    table_ = std::move(larger);
  }

  std::size_t count_ = 0;
  std::vector<Entry> table_ = std::vector<Entry>(64);  ///< A power of two, at most half full.
};

}  // namespace ib
