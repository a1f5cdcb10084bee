// SPDX-License-Identifier: Apache-2.0
#include "models/ib/aggregation/aggregation_node.h"

#include <algorithm>

namespace ib {

AggregationNode::AggregationNode(const ReductionPlan& plan, std::uint32_t window,
                                 std::uint32_t segment_bytes)
    : plan_(plan), segment_bytes_(segment_bytes), segments_(window) {
  const bool keeps = plan.order == ReductionOrder::kChildren;
  for (Segment& segment : segments_) {
    segment.result.resize(segment_bytes);
    segment.waiting.resize(keeps ? std::size_t{plan.children} * segment_bytes : 0);
    segment.waiting_bytes.resize(keeps ? plan.children : 0);
    segment.seen.resize(plan.children);
  }
}

std::optional<AggregationNode::Result> AggregationNode::contribute(std::uint64_t segment,
                                                                   std::uint32_t child,
                                                                   const std::uint8_t* bytes,
                                                                   std::size_t count) {
  if (!has_room(segment) || child >= plan_.children || count == 0 || count > segment_bytes_ ||
      at(segment).seen[child]) {
    ++refused_;
    return std::nullopt;
  }
  Segment& s = at(segment);
  s.seen[child] = true;
  if (plan_.order == ReductionOrder::kArrival || child == s.taken) {
    take(s, bytes, count);
  } else {
    std::copy_n(bytes, count, s.waiting.begin() + std::ptrdiff_t{child} * segment_bytes_);
    s.waiting_bytes[child] = static_cast<std::uint16_t>(count);
  }
  take_waiting(s);
  if (s.taken < plan_.children) return std::nullopt;
  return Result{s.result.data(), s.bytes};
}

void AggregationNode::take(Segment& segment, const std::uint8_t* bytes, std::size_t count) {
  if (segment.taken++ == 0) {
    std::copy_n(bytes, count, segment.result.begin());
    segment.bytes = count;
    return;
  }
  const std::size_t common = std::min(count, segment.bytes);
  reduce(plan_.op, plan_.type, segment.result.data(), bytes, common);
  combined_ += common / element_bytes(plan_.type);
}

void AggregationNode::take_waiting(Segment& segment) {
  while (segment.taken < segment.waiting_bytes.size() &&
         segment.waiting_bytes[segment.taken] != 0) {
    const std::uint32_t child = segment.taken;
    take(segment, segment.waiting.data() + std::size_t{child} * segment_bytes_,
         segment.waiting_bytes[child]);
  }
}

void AggregationNode::retire(std::uint64_t segment) {
  if (!has_room(segment)) return;
  at(segment).done = true;
  while (at(first_).done) {
    clear(at(first_));
    ++first_;
  }
}

void AggregationNode::clear(Segment& segment) const {
  std::fill(segment.waiting_bytes.begin(), segment.waiting_bytes.end(), std::uint16_t{0});
  segment.seen.assign(plan_.children, false);
  segment.taken = 0;
  segment.bytes = 0;
  segment.done = false;
}

}  // namespace ib
