// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/bandwidth_side.h"

#include <algorithm>
#include <numeric>

#include "testbenches/perftest/completion.h"
#include "testbenches/perftest/simulated_time.h"

namespace ib::tb {
namespace {

constexpr int kPollBatch = 16;  ///< Entries perftest takes at once.

}  // namespace

BandwidthSide::BandwidthSide(Endpoint& self, const Endpoint& peer, const PerftestPlan& plan,
                             std::uint64_t size, Role role)
    : self_(self),
      peer_(peer),
      plan_(plan),
      size_(size),
      role_(role),
      moderation_(completion_moderation(size, plan.tx_depth)),
      to_complete_(role.sends ? plan.iterations * plan.qps : 0),
      to_receive_(role.receives ? plan.iterations * plan.qps : 0),
      watch_(self.host().memory),
      lanes_(self.lanes()) {
  self_.send_cq().add_to(watch_);
  self_.receive_cq().add_to(watch_);
  times_.posted.reserve(to_complete_);
  with_room_.resize(self.lanes());
  std::iota(with_room_.begin(), with_room_.end(), 0u);
  times_.completed.assign(to_complete_, MessageTimes::kUnknown);
}

void BandwidthSide::post_first_receives() {
  if (!role_.receives) return;
  const std::uint64_t first = std::min<std::uint64_t>(plan_.rx_depth, plan_.iterations);
  for (std::uint32_t lane = 0; lane < self_.lanes(); ++lane) {
    while (lanes_[lane].receives_posted < first) {
      self_.post_receive(lane, lanes_[lane].receives_posted++, size_);
    }
  }
}

void BandwidthSide::run() {
  while (completed_ < to_complete_ || received_ < to_receive_) {
    post_what_fits();
    self_.host().poll_until(
        watch_, [this] { return self_.send_cq().has_entry() || self_.receive_cq().has_entry(); });
    reap_sends();
    reap_receives();
  }
}

void BandwidthSide::post_what_fits() {
  if (!role_.sends) return;
  std::sort(with_room_.begin(), with_room_.end());
  for (const std::uint32_t number : with_room_) {
    Lane& lane = lanes_[number];
    while (lane.posted < plan_.iterations && lane.posted - lane.completed < plan_.tx_depth) {
      post(number);
    }
  }
  with_room_.clear();
}

void BandwidthSide::post(std::uint32_t number) {
  Lane& lane = lanes_[number];
  WorkRequest request = self_.request(plan_.verb, peer_, number, lane.posted, size_);
  ++lane.posted;
  request.signaled = lane.posted % moderation_ == 0 || lane.posted == plan_.iterations;
  times_.posted.push_back(simulated_ps());
  self_.lane(number).post_send(request);
}

void BandwidthSide::reap_sends() {
  for (int taken = 0; taken < kPollBatch; ++taken) {
    const std::optional<Cqe> cqe = poll_good(self_.send_cq());
    if (!cqe) return;
    const std::uint32_t number = self_.lane_of_qpn(cqe->qpn);
    Lane& lane = lanes_[number];
    with_room_.push_back(number);
    const std::uint64_t finished =
        std::min((lane.completed / moderation_ + 1) * moderation_, plan_.iterations);
    completed_ += finished - lane.completed;
    lane.completed = finished;
    times_.completed[completed_ - 1] = simulated_ps();
  }
}

void BandwidthSide::reap_receives() {
  for (int taken = 0; taken < kPollBatch; ++taken) {
    const std::optional<Cqe> cqe = poll_good(self_.receive_cq());
    if (!cqe) return;
    ++received_;
    self_.received(*cqe);
    const std::uint32_t number = self_.lane_of_qpn(cqe->qpn);
    Lane& lane = lanes_[number];
    if (lane.receives_posted < plan_.iterations) {
      self_.post_receive(number, lane.receives_posted++, size_);
    }
  }
}

}  // namespace ib::tb
