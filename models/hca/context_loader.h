// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "models/hca/context_cache.h"
#include "models/hca/core.h"
#include "models/ib/base/ring.h"

namespace ib::hca {

/// Contexts that live in host memory and are cached here.
enum class ContextKind : std::uint8_t { kQp, kCq, kMkey };
inline constexpr std::size_t kContextKinds = 3;

/// Who goes on when a context has come.
struct ContextWaiter {
  enum class Stage : std::uint8_t { kPacket, kDoorbell, kCompletion, kTransmit };
  Stage stage = Stage::kPacket;
  std::uint32_t index = 0;  ///< Slot, or entry of the stage's own table.
};

/// The caches of queue pair, completion queue and memory key contexts over a table in host memory
/// that software provides; without one every context is at hand. A miss reads the context by DMA
/// and writes back the one it replaces; at most `context_fills` reads are under way.
class ContextLoader {
 public:
  explicit ContextLoader(Core& core);

  /// Software's table, 0: none.
  void set_table(std::uint64_t address);
  /// True when the context is here. Otherwise `waiter` is resumed once it may have come, and has
  /// to ask again.
  [[nodiscard]] bool ready(ContextKind kind, std::uint32_t id, const ContextWaiter& waiter);
  /// A command has just made or changed the context: it is here.
  void touch(ContextKind kind, std::uint32_t id);
  /// The object is gone.
  void forget(ContextKind kind, std::uint32_t id) { cache(kind).forget(id); }
  /// The read of fill `index` has come back.
  void filled(std::uint32_t index);

  /// Bytes of the table in host memory.
  [[nodiscard]] static std::uint64_t table_bytes(const HcaConfig& config);

 private:
  struct Fill {
    ContextKind kind = ContextKind::kQp;
    std::uint32_t id = 0;
    Ring<ContextWaiter> waiters;
  };

  [[nodiscard]] ContextCache& cache(ContextKind kind) {
    return caches_[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] std::uint32_t new_fill(ContextKind kind, std::uint32_t id);
  [[nodiscard]] std::uint64_t place(ContextKind kind, std::uint32_t id) const;
  void start(std::uint32_t index);
  void evict(ContextKind kind, std::uint32_t id);
  void resume(const ContextWaiter& waiter);

  Core& core_;
  std::uint64_t table_ = 0;
  std::array<ContextCache, kContextKinds> caches_;
  std::vector<Fill> fills_;
  std::vector<std::uint32_t> free_;
  Ring<std::uint32_t> queued_;  ///< Fills that wait for others to end.
  std::uint32_t reading_ = 0;
};

}  // namespace ib::hca
