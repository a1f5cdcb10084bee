// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/hca/object_table.h"
#include "models/ib/queues/context.h"

namespace ib::hca {

/// Memory regions and what they allow. A key is a region's number and a byte of the user's choice.
class Protection {
 public:
  /// Numbers start at 2: key 0x100 ends a receive list (kTerminatorLKey).
  explicit Protection(std::uint32_t max_mkeys) : regions_(2, max_mkeys) {}

  /// Registers a region; nothing when the table is full.
  [[nodiscard]] std::optional<std::uint32_t> create(const MkeyContext& context);
  [[nodiscard]] bool destroy(std::uint32_t key);
  /// A peer of domain `pd` takes the key back; false when it must not. The number stays taken.
  [[nodiscard]] bool invalidate(std::uint32_t key, std::uint32_t pd);
  void clear() { regions_.clear(); }
  /// Bus address of [address, address + length) when `key` is a region of `pd` that holds all of it
  /// and allows every right in `needed`.
  [[nodiscard]] std::optional<std::uint64_t> translate(std::uint32_t key, std::uint32_t pd,
                                                       std::uint64_t address, std::uint64_t length,
                                                       std::uint32_t needed) const;
  [[nodiscard]] bool exists(std::uint32_t key) const { return find(key) != nullptr; }
  /// Number of the region that a key belongs to.
  [[nodiscard]] static std::uint32_t index_of(std::uint32_t key) { return key >> 8; }
  [[nodiscard]] bool uses_pd(std::uint32_t pd) const;

 private:
  struct Region {
    MkeyContext context;
    bool valid = true;
  };

  [[nodiscard]] const MkeyContext* find(std::uint32_t key) const;

  ObjectTable<Region> regions_;
};

}  // namespace ib::hca
