// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/schedule.h"

#include <algorithm>

#include "testbenches/sweep/student_t.h"

namespace ib::tb {
namespace {

bool is_settled(PointState state) {
  return state == PointState::kDone || state == PointState::kFailed;
}

}  // namespace

Schedule::Schedule(const std::vector<SweepPoint>& points, std::optional<StopRule> rule)
    : rule_(std::move(rule)), entries_(points.size()) {
  for (std::size_t first = 0; first < points.size();) {
    std::size_t end = first;
    while (end < points.size() && points[end].combination == points[first].combination) ++end;
    for (std::size_t i = first; i < end; ++i) {
      entries_[i].first = first;
      entries_[i].end = end;
    }
    first = end;
  }
}

std::optional<std::size_t> Schedule::next() {
  while (cursor_ < entries_.size() && entries_[cursor_].state != PointState::kPending) ++cursor_;
  for (std::size_t i = cursor_; i < entries_.size(); ++i) {
    if (entries_[i].state != PointState::kPending || !may_start(i)) continue;
    entries_[i].state = PointState::kRunning;
    return i;
  }
  return std::nullopt;
}

bool Schedule::may_start(std::size_t point) const {
  const std::size_t first = entries_[point].first;
  if (!rule_ || point - first < rule_->min_seeds) return true;
  return is_settled(entries_[point - 1].state) &&
         std::all_of(entries_.begin() + static_cast<std::ptrdiff_t>(first),
                     entries_.begin() + static_cast<std::ptrdiff_t>(point),
                     [](const Entry& each) { return is_settled(each.state); });
}

void Schedule::done(std::size_t point, double value) {
  entries_[point].value = value;
  settle(point, PointState::kDone);
}

void Schedule::failed(std::size_t point) { settle(point, PointState::kFailed); }

void Schedule::settle(std::size_t point, PointState state) {
  // A result found in the folder may lie behind the end of its combination.
  if (entries_[point].state == PointState::kNotNeeded) return;
  enter(entries_[point], state);
  if (rule_) judge(entries_[point].first, entries_[point].end);
}

void Schedule::judge(std::size_t first, std::size_t end) {
  std::vector<double> values;
  for (std::size_t i = first; i < end && is_settled(entries_[i].state); ++i) {
    if (entries_[i].state == PointState::kFailed) continue;
    values.push_back(entries_[i].value);
    if (values.size() < rule_->min_seeds) continue;
    if (!narrow_enough(estimate_of(values), rule_->relative_width)) continue;
    for (std::size_t rest = i + 1; rest < end; ++rest) {
      enter(entries_[rest], PointState::kNotNeeded);
    }
    return;
  }
}

void Schedule::enter(Entry& entry, PointState state) {
  const auto counter = [this](PointState of) -> std::size_t* {
    if (of == PointState::kDone) return &counts_.done;
    if (of == PointState::kFailed) return &counts_.failed;
    return of == PointState::kNotNeeded ? &counts_.not_needed : nullptr;
  };
  if (std::size_t* const before = counter(entry.state)) --*before;
  if (std::size_t* const after = counter(state)) ++*after;
  entry.state = state;
}

}  // namespace ib::tb
