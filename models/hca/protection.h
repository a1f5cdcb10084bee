// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/hca/object_table.h"
#include "models/ib/queues/context.h"
#include "models/ib/queues/wqe.h"

namespace ib::hca {

/// Who uses a key: its queue pair, and the protection domain that counts for it.
struct Accessor {
  std::uint32_t pd = 0;
  std::uint32_t qpn = 0;
};

/// Memory regions, the windows bound to them, and what they allow (IBTA Vol 1, 10.6). A key is the
/// number of a region or window and a byte of the user's choice.
class Protection {
 public:
  /// Numbers start at 2: key 0x100 ends a receive list (kTerminatorLKey).
  explicit Protection(std::uint32_t max_mkeys) : regions_(2, max_mkeys) {}

  /// Registers a region, or makes a window that is not bound; nothing when the table is full.
  [[nodiscard]] std::optional<std::uint32_t> create(const MkeyContext& context);
  enum class Removal : std::uint8_t { kDone, kNoSuchKey, kBusy };
  /// A region that windows are bound to is busy.
  [[nodiscard]] Removal destroy(std::uint32_t key);
  /// A peer takes the key back; false when it must not. The number stays taken.
  [[nodiscard]] bool invalidate(std::uint32_t key, const Accessor& who);
  /// The same by a work request of this end.
  [[nodiscard]] bool invalidate_locally(std::uint32_t key, const Accessor& who);
  /// Binds a window; a type 1 window without bytes is unbound. False when a rule forbids it.
  [[nodiscard]] bool bind(const WindowBinding& binding, const Accessor& who);
  void clear() { regions_.clear(); }

  /// Where bytes under a key lie in their region.
  struct Place {
    const MkeyContext* region = nullptr;
    std::uint64_t offset = 0;  ///< From the region's first byte.
  };
  /// The place of [address, address + length) when `who` may use `key` for all of it with every
  /// right in `needed`. Windows give remote rights only.
  [[nodiscard]] std::optional<Place> place(std::uint32_t key, const Accessor& who,
                                           std::uint64_t address, std::uint64_t length,
                                           std::uint32_t needed) const;
  [[nodiscard]] bool allows(std::uint32_t key, const Accessor& who, std::uint64_t address,
                            std::uint64_t length, std::uint32_t needed) const {
    return place(key, who, address, length, needed).has_value();
  }
  [[nodiscard]] bool exists(std::uint32_t key) const { return find(key) != nullptr; }
  /// What the number in a key was made with, valid or not; null when there is nothing.
  [[nodiscard]] const MkeyContext* context(std::uint32_t key) const;
  /// Number of the region that a key belongs to.
  [[nodiscard]] static std::uint32_t index_of(std::uint32_t key) { return key >> 8; }
  [[nodiscard]] bool uses_pd(std::uint32_t pd) const;

 private:
  struct Region {
    MkeyContext context;  ///< Of a window: what it shows of its region.
    bool valid = true;
    std::uint32_t windows = 0;  ///< Regions: windows bound to it.
    std::uint32_t parent = 0;   ///< Windows: number of the region, 0 while not bound.
    std::uint64_t base = 0;     ///< Windows: offset of its first byte in the region.
    std::uint32_t qpn = 0;      ///< Windows of type 2: the queue pair that bound it.
  };

  [[nodiscard]] const Region* find(std::uint32_t key) const;
  [[nodiscard]] const Region* region_for(const WindowBinding& binding, const Accessor& who) const;
  void unbind(Region& window);
  static bool may_use(const Region& region, const Accessor& who);

  ObjectTable<Region> regions_;
};

}  // namespace ib::hca
