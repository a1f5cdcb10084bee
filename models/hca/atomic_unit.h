// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/hca/core.h"
#include "models/hca/translator.h"
#include "models/ib/base/ring.h"

namespace ib::hca {

/// An atomic that the responder has accepted.
struct AtomicJob {
  std::uint32_t qpn = 0;
  std::uint32_t epoch = 0;
  Psn psn;
  std::uint32_t rkey = 0;
  Accessor who;
  std::uint64_t address = 0;  ///< Virtual.
  bool compares = false;      ///< CmpSwap; else FetchAdd.
  std::uint64_t swap_or_add = 0;
  std::uint64_t compare = 0;
};

/// Reads, changes and writes 64-bit words of host memory for peers (IBTA Vol 1, 9.4.5), several at
/// once, never two on one word. Jobs start in order: one that waits holds those behind it. Words in
/// host memory are little endian.
class AtomicUnit {
 public:
  explicit AtomicUnit(Core& core) : core_(core), slots_(core.config.atomic_units) {}

  void start(const AtomicJob& job);
  /// Page addresses that the first job waits for may have come.
  void resume() {
    while (start_first()) continue;
  }
  /// The word of slot `slot` has been read.
  void read_done(std::uint32_t slot, DmaResult& result);

 private:
  struct Slot {
    bool busy = false;
    std::uint64_t bus_address = 0;
    AtomicJob job;
  };

  /// False when the first waiting job cannot start yet.
  [[nodiscard]] bool start_first();
  [[nodiscard]] Slot* free_slot(std::uint64_t bus_address);
  [[nodiscard]] bool find_place(const AtomicJob& job, std::optional<std::uint64_t>& bus);
  void finish(const Slot& slot, QueuePair& qp, std::uint64_t original);

  Core& core_;
  std::vector<Slot> slots_;
  Ring<AtomicJob> waiting_;
  Translator::Job place_ = Translator::kNone;  ///< Of the first that waits.
};

}  // namespace ib::hca
