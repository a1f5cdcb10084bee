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
  /// Bus address of [address, address + length) when `key` is a region of `pd` that holds all of it
  /// and allows every right in `needed`.
  [[nodiscard]] std::optional<std::uint64_t> translate(std::uint32_t key, std::uint32_t pd,
                                                       std::uint64_t address, std::uint64_t length,
                                                       std::uint32_t needed) const;
  [[nodiscard]] bool uses_pd(std::uint32_t pd) const;

 private:
  [[nodiscard]] const MkeyContext* find(std::uint32_t key) const;

  ObjectTable<MkeyContext> regions_;
};

}  // namespace ib::hca
