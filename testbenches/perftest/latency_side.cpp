// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/latency_side.h"

#include <algorithm>

#include "testbenches/perftest/completion.h"
#include "testbenches/perftest/simulated_time.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kLane = 0;
constexpr std::uint64_t kPlace = 0;  ///< Every message lies at the start of the buffer.

}  // namespace

LatencySide::LatencySide(Endpoint& self, const Endpoint& peer, const PerftestPlan& plan,
                         std::uint64_t size, bool starts)
    : self_(self),
      peer_(peer),
      plan_(plan),
      size_(size),
      starts_(starts),
      last_in_(self.incoming(kLane) + size - 1),
      last_out_(self.outgoing(kLane) + size - 1),
      last_byte_watch_(self.host().memory) {
  last_byte_watch_.add(last_in_, 1);
}

void LatencySide::post_first_receives() {
  if (plan_.verb != Verb::kSend) return;
  const std::uint64_t first = std::min<std::uint64_t>(plan_.rx_depth, plan_.iterations);
  for (; receives_posted_ < first; ++receives_posted_) self_.post_receive(kLane, kPlace, size_);
}

void LatencySide::run() {
  const bool reads = is_one_sided_fetch(plan_.verb);
  if (reads && !starts_) return;
  while (sent_ < plan_.iterations || (!reads && received_ < plan_.iterations)) {
    const bool answers = !starts_ || sent_ > 0;
    if (!reads && answers && received_ < plan_.iterations) receive();
    if (sent_ < plan_.iterations) send();
  }
  posted_.push_back(simulated_ps());
}

void LatencySide::send() {
  WorkRequest request = self_.request(plan_.verb, peer_, kLane, kPlace, size_);
  request.inline_data =
      !is_one_sided_fetch(plan_.verb) && size_ <= self_.host().config().inline_bytes;
  posted_.push_back(simulated_ps());
  ++sent_;
  if (plan_.verb == Verb::kWrite) {
    const auto count = static_cast<std::uint8_t>(sent_);
    self_.host().memory.write(last_out_, &count, 1);
  }
  self_.lane(kLane).post_send(request);
  take_send_completion();
}

void LatencySide::receive() {
  ++received_;
  if (plan_.verb == Verb::kWrite) {
    watch_last_byte();
  } else {
    take_receive_completion();
  }
}

void LatencySide::watch_last_byte() {
  self_.host().poll_until(last_byte_watch_, [this] {
    std::uint8_t last = 0;
    self_.host().memory.read(last_in_, &last, 1);
    return last == static_cast<std::uint8_t>(received_);
  });
}

void LatencySide::take_receive_completion() {
  CompletionQueue& queue = self_.receive_cq();
  self_.host().poll_until(queue.watch(), [&queue] { return queue.has_entry(); });
  self_.received(*poll_good(queue));
  if (receives_posted_ < plan_.iterations) {
    self_.post_receive(kLane, kPlace, size_);
    ++receives_posted_;
  }
}

void LatencySide::take_send_completion() {
  CompletionQueue& queue = self_.send_cq();
  self_.host().poll_until(queue.watch(), [&queue] { return queue.has_entry(); });
  (void)poll_good(queue);
}

std::vector<double> LatencySide::samples() const {
  const double parts = is_one_sided_fetch(plan_.verb) ? 1 : 2;
  std::vector<double> samples;
  for (std::size_t i = 1; i < posted_.size(); ++i) {
    samples.push_back(static_cast<double>(posted_[i] - posted_[i - 1]) / parts);
  }
  return samples;
}

}  // namespace ib::tb
