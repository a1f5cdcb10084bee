// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/hca/context_cache.h"
#include "models/hca/core.h"
#include "models/hca/dma_engine.h"
#include "models/hca/protection.h"
#include "models/ib/base/ring.h"

namespace ib::hca {

/// Bytes [offset, offset + length) of a job lie in one piece at a bus address.
struct BusPiece {
  std::uint64_t address = 0;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

/// Who goes on when a job can.
struct TranslationWaiter {
  enum class Stage : std::uint8_t { kTransmit, kResponder, kRequester, kAtomic };
  Stage stage = Stage::kTransmit;
  std::uint32_t index = 0;  ///< Entry of the transmit queue, or queue pair.
  std::uint32_t epoch = 0;  ///< Of the queue pair.
};

/// Turns keys and virtual addresses into bus addresses, a job for each packet. Regions that are
/// contiguous on the bus need nothing; those with a page list are cut at its pages, whose addresses
/// are read from host memory, eight at a time, into a cache.
class Translator {
 public:
  using Job = std::uint32_t;
  static constexpr Job kNone = ~Job{0};

  explicit Translator(Core& core);

  [[nodiscard]] Job open(const TranslationWaiter& waiter);
  /// Bytes [offset, offset + length) of the job are those at `address` under `key`; ranges of a job
  /// are added in order. False when the key does not allow that.
  [[nodiscard]] bool add(Job job, std::uint32_t key, const Accessor& who, std::uint64_t address,
                         std::uint32_t offset, std::uint32_t length, std::uint32_t needed);
  enum class State : std::uint8_t {
    kReady,    ///< `pieces` are all of it.
    kWaiting,  ///< The waiter is resumed once it may be more, and asks again.
    kFault,    ///< A page is not there.
  };
  [[nodiscard]] State resolve(Job job);
  [[nodiscard]] const std::vector<BusPiece>& pieces(Job job) const { return jobs_[job].pieces; }
  /// Ends a job, if there is one, and forgets it.
  void close(Job& job);

  /// The read of fill `index` has come back.
  void filled(std::uint32_t index, DmaResult& result);
  /// The region that stood at `gone` is no more: its pages are forgotten, jobs that use it fail.
  void forget(const MkeyContext* gone, const MkeyContext& region);
  /// As after power-up.
  void clear() { tags_.clear(); }

 private:
  static constexpr std::uint32_t kLineEntries = 8;
  using LineData = std::array<std::uint64_t, kLineEntries>;

  /// A range that lies in one region.
  struct Stretch {
    const MkeyContext* region = nullptr;
    std::uint64_t table = 0;  ///< Of its page list; 0: `at` is a bus address.
    std::uint8_t log_page = 0;
    std::uint64_t at = 0;  ///< From the start of the first page in the list.
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
  };
  struct JobState {
    TranslationWaiter waiter;
    std::vector<Stretch> stretches;
    std::vector<BusPiece> pieces;
    std::size_t next = 0;  ///< First stretch not done.
    std::uint32_t fill = kNoFill;
    bool gone = false;  ///< One of its regions.
  };
  struct Fill {
    std::uint64_t line = 0;
    std::vector<Job> waiters;
    bool stale = false;  ///< Its region went meanwhile.
  };
  static constexpr std::uint32_t kNoFill = ~std::uint32_t{0};

  /// Cuts one piece off the first stretch.
  [[nodiscard]] State step(JobState& state, Job job);
  [[nodiscard]] State wait_for(JobState& state, Job job, std::uint64_t line);
  [[nodiscard]] std::uint32_t new_fill(std::uint64_t line);
  void start(std::uint32_t index);
  void resume(const TranslationWaiter& waiter);

  Core& core_;
  ContextCache tags_;
  std::vector<LineData> lines_;
  std::deque<JobState> jobs_;
  std::vector<Job> free_jobs_;
  std::deque<Fill> fills_;
  std::vector<std::uint32_t> free_fills_;
  Ring<std::uint32_t> queued_;  ///< Fills that wait for others to end.
  std::uint32_t reading_ = 0;
};

}  // namespace ib::hca
