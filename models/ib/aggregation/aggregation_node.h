// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/aggregation/reduction.h"

namespace ib {

/// Which order contributions are combined in.
enum class ReductionOrder : std::uint8_t {
  kChildren,  ///< By the number of the child, whatever comes first: the same bits in every run.
  kArrival,   ///< As they come: fewer buffers, and sums that may differ in the last bit.
};

/// What an aggregation node does with its children's segments.
struct ReductionPlan {
  std::uint32_t children = 0;
  ReductionOp op = ReductionOp::kSum;
  ReductionType type = ReductionType::kFp32;
  ReductionOrder order = ReductionOrder::kChildren;
};

/// One node of an aggregation tree: combines the segments of a vector that its children send, each
/// segment apart from the others. Buffers for `window` segments at a time; a contribution to one
/// beyond the oldest unfinished plus the window finds no room, and waits with its sender.
class AggregationNode {
 public:
  AggregationNode(const ReductionPlan& plan, std::uint32_t window, std::uint32_t segment_bytes);

  /// Whether `contribute` for this segment would find a buffer.
  [[nodiscard]] bool has_room(std::uint64_t segment) const {
    return segment >= first_ && segment < first_ + segments_.size();
  }
  /// Child `child` sends `count` bytes for `segment`; answers the result when it was the last.
  /// Ignored, and counted, without room or the second time. The result is valid until `segment` is
  /// retired.
  struct Result {
    const std::uint8_t* bytes;
    std::size_t count;
  };
  [[nodiscard]] std::optional<Result> contribute(std::uint64_t segment, std::uint32_t child,
                                                 const std::uint8_t* bytes, std::size_t count);
  /// The result of a finished segment has left: its buffers are free for a later one.
  void retire(std::uint64_t segment);

  [[nodiscard]] const ReductionPlan& plan() const { return plan_; }
  /// Elements combined with another since construction.
  [[nodiscard]] std::uint64_t combined() const { return combined_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }

 private:
  struct Segment {
    std::vector<std::uint8_t> result;
    std::vector<std::uint8_t> waiting;  ///< By child, segment_bytes each: came before their turn.
    std::vector<std::uint16_t> waiting_bytes;  ///< By child; 0 = none.
    std::vector<bool> seen;                    ///< By child.
    std::uint32_t taken = 0;                   ///< Children combined; in order, also the next one.
    std::size_t bytes = 0;                     ///< Of the result.
    bool done = false;                         ///< The result has left.
  };

  void take(Segment& segment, const std::uint8_t* bytes, std::size_t count);
  void take_waiting(Segment& segment);
  void clear(Segment& segment) const;
  [[nodiscard]] Segment& at(std::uint64_t segment) { return segments_[segment % segments_.size()]; }

  ReductionPlan plan_;
  std::uint32_t segment_bytes_;
  std::uint64_t first_ = 0;  ///< Oldest segment not retired.
  std::vector<Segment> segments_;
  std::uint64_t combined_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace ib
