// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/traffic_program.h"

#include <algorithm>
#include <string>

namespace ib::tb {
namespace {

constexpr std::uint64_t kAnswer = ~std::uint64_t{0};  ///< Tag of an answer; others: the birth.
constexpr std::uint64_t kThought = ~std::uint64_t{0};

}  // namespace

TrafficProgram::TrafficProgram(const TrafficPlan& plan, const MessageNode& node)
    : plan_(plan),
      random_(plan.seed, std::string(node.name()) + ".traffic"),
      arrivals_(plan.config, plan.load,
                plan.line_bytes * static_cast<double>(node.port().wire_time(1))),
      record_(plan.end, kTrafficSlices, plan.begin),
      sends_(plan.destinations.sends(node.end_index())) {}

void TrafficProgram::start(MessageHost& node) {
  if (!sends_) return;
  if (closed()) {
    for (std::uint32_t i = 0; i < plan_.config.outstanding; ++i) give_birth(node, 0);
    return;
  }
  next_birth_ = arrivals_.next(random_);
  sleep(node);
}

void TrafficProgram::woke(MessageHost& node) {
  const Ticks now = node.now();
  while (next_birth_ <= now) {
    const Ticks birth = next_birth_;
    next_birth_ = arrivals_.next(random_);
    give_birth(node, birth);
  }
  const auto later = [](const Call& a, const Call& b) {
    return a.when != b.when ? a.when > b.when : a.note > b.note;
  };
  while (!calls_.empty() && calls_.front().when <= now) {
    std::pop_heap(calls_.begin(), calls_.end(), later);
    const Call call = calls_.back();
    calls_.pop_back();
    if (call.note == kThought) {
      give_birth(node, call.when);
    } else {
      due(node, call.note);
    }
  }
  sleep(node);
}

void TrafficProgram::sleep(MessageHost& node) {
  const Ticks call = calls_.empty() ? kNever : calls_.front().when;
  const Ticks next = std::min(next_birth_, call);
  if (next != kNever) node.wake_at(next);
}

void TrafficProgram::give_birth(MessageHost& node, Ticks birth) {
  const std::uint32_t to = plan_.destinations.next(node.end_index(), number_, random_);
  const std::uint64_t bytes = plan_.sizes.draw(random_);
  ++number_;
  record_.born(birth, node.line_time(bytes));
  launch(node, to, bytes, birth);
}

void TrafficProgram::finished(MessageHost& node) {
  if (!closed()) return;
  if (plan_.config.think_ns > 0) {
    call_at(node, node.now() + ticks_from_ns(plan_.config.think_ns), kThought);
  } else {
    give_birth(node, node.now());
  }
}

void TrafficProgram::call_at(MessageHost& node, Ticks when, std::uint64_t note) {
  calls_.push_back({when, note});
  std::push_heap(calls_.begin(), calls_.end(), [](const Call& a, const Call& b) {
    return a.when != b.when ? a.when > b.when : a.note > b.note;
  });
  node.wake_at(when);
}

void TrafficProgram::due(MessageHost&, std::uint64_t) {}

void TrafficProgram::sent(MessageHost&, const Message&) {}

void TrafficProgram::measure(const MessageHost& node, std::uint64_t bytes, Ticks birth, Ticks at) {
  record_.received(at, node.line_time(bytes), at - birth, bytes);
}

void PlainProgram::launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) {
  node.post({to, bytes, static_cast<std::uint64_t>(birth)});
}

void PlainProgram::arrived(MessageHost& node, const Arrival& arrival) {
  if (arrival.tag == kAnswer) {
    finished(node);
    return;
  }
  measure(node, arrival.bytes, static_cast<Ticks>(arrival.tag), arrival.at);
  if (closed()) node.post_first({arrival.from, 0, kAnswer});
}

}  // namespace ib::tb
