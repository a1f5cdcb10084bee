// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/session.h"

#include <algorithm>

#include "models/ib/base/bytes.h"
#include "testbenches/perftest/completion.h"
#include "testbenches/perftest/pattern.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kClient = 0;
constexpr std::uint32_t kServer = 1;
/// Until DMA writes that a completion has overtaken have reached memory.
constexpr double kSettleNs = 20000;

/// Cost of simulating a message, in bytes: what it carries and what it takes without any.
double work_of(std::uint64_t size) { return static_cast<double>(size) + 4096; }

}  // namespace

PerftestSession::PerftestSession(const PerftestPlan& plan, Conductor& conductor, Host& client,
                                 Host& server)
    : plan_(plan), conductor_(conductor) {
  endpoints_ = {std::make_unique<Endpoint>(client, plan_, kClient),
                std::make_unique<Endpoint>(server, plan_, kServer)};
  client.run([this] { program(kClient); });
  server.run([this] { program(kServer); });
}

void PerftestSession::program(std::uint32_t side) {
  try {
    run_all(side);
  } catch (const PerftestFailure& failure) {
    failures_.emplace_back(failure.what());
    sc_core::sc_stop();
  }
}

void PerftestSession::run_all(std::uint32_t side) {
  endpoints_[side]->open();
  rendezvous_.meet();
  endpoints_[side]->connect(*endpoints_[1 - side]);
  for (const std::uint64_t size : plan_.sizes) {
    endpoints_[side]->prepare(size);
    if (plan_.measure == Measure::kBandwidth) {
      run_bandwidth(side, size);
    } else {
      run_latency(side, size);
    }
    rendezvous_.meet();
    endpoints_[side]->host().spend(kSettleNs);
    check(side, size);
    add_up(side, size);
    if (side == kClient) {
      done_ += work_of(size);
      present_size_ = 0;
      if (report_) report_(result(size));
    }
    rendezvous_.meet();
  }
  if (side == kClient) finish();
}

// Chips may be ahead of the kernel by a quantum: they all stop at a time that none has reached.
void PerftestSession::finish() {
  Host& host = endpoints_[kClient]->host();
  end_ = from_sc_time(sc_core::sc_time_stamp()) + ticks_from_ns(kSettleNs);
  conductor_.stop_at(end_);
  host.spend(kSettleNs);
  finished_ = true;
  sc_core::sc_stop();
}

// Both sides of a ping-pong send.
bool PerftestSession::sends(std::uint32_t side) const {
  const bool ping_pong = plan_.measure == Measure::kLatency && !is_one_sided_fetch(plan_.verb);
  return side == kClient || plan_.bidirectional || ping_pong;
}

void PerftestSession::run_bandwidth(std::uint32_t side, std::uint64_t size) {
  const bool receives = plan_.verb == Verb::kSend && sends(1 - side);
  bandwidth_[side] =
      std::make_unique<BandwidthSide>(*endpoints_[side], *endpoints_[1 - side], plan_, size,
                                      BandwidthSide::Role{sends(side), receives});
  bandwidth_[side]->post_first_receives();
  rendezvous_.meet();
  present_size_ = size;
  bandwidth_[side]->run();
}

void PerftestSession::run_latency(std::uint32_t side, std::uint64_t size) {
  latency_[side] = std::make_unique<LatencySide>(*endpoints_[side], *endpoints_[1 - side], plan_,
                                                 size, side == kClient);
  latency_[side]->post_first_receives();
  rendezvous_.meet();
  present_size_ = size;
  latency_[side]->run();
}

void PerftestSession::check(std::uint32_t side, std::uint64_t size) const {
  if (plan_.verb == Verb::kAtomic) {
    if (sends(1 - side)) check_counters(side);
    return;
  }
  const bool reads = plan_.verb == Verb::kRead;
  if (!(reads ? sends(side) : sends(1 - side))) return;
  const Endpoint& self = *endpoints_[side];
  const Endpoint& peer = *endpoints_[1 - side];
  const MessagePlaces places = MessagePlaces::of(size);
  const bool one_place = plan_.measure == Measure::kLatency;
  const std::uint64_t used = one_place ? 1 : std::min(places.count, plan_.iterations);
  // The last byte of a WRITE in a latency test counts the messages.
  const std::uint64_t bytes = one_place && plan_.verb == Verb::kWrite ? size - 1 : size;
  for (std::uint32_t lane = 0; lane < (one_place ? 1 : self.lanes()); ++lane) {
    for (std::uint64_t place = 0; place < used; ++place) {
      const std::uint64_t begin = places.offset(place);
      const auto wrong = first_difference(self.memory(), self.incoming(lane), begin, begin + bytes,
                                          peer.pattern_key(lane, size));
      if (!wrong) continue;
      throw PerftestFailure("messages of " + std::to_string(size) + " bytes, queue pair " +
                            std::to_string(self.lane(lane).number()) + ": byte " +
                            std::to_string(*wrong) + " of the buffer is wrong");
    }
  }
}

// Every FetchAdd of the peer added once to one of the words it walks through.
void PerftestSession::check_counters(std::uint32_t side) const {
  const Endpoint& self = *endpoints_[side];
  const MessagePlaces places = MessagePlaces::of(kAtomicBytes);
  const bool one_place = plan_.measure == Measure::kLatency;
  for (std::uint32_t lane = 0; lane < (one_place ? 1 : self.lanes()); ++lane) {
    std::uint64_t added = 0;
    for (std::uint64_t place = 0; place < (one_place ? 1 : places.count); ++place) {
      const std::uint64_t offset = places.offset(place);
      std::array<std::uint8_t, kAtomicBytes> before;
      std::array<std::uint8_t, kAtomicBytes> after;
      for (std::size_t i = 0; i < before.size(); ++i) {
        before[i] = pattern_byte(self.pattern_key(lane, kAtomicBytes), offset + i);
      }
      self.memory().read(self.outgoing(lane) + offset, after.data(), after.size());
      added += load_le64(after.data()) - load_le64(before.data());
    }
    if (added == plan_.iterations * kAtomicAddend) continue;
    throw PerftestFailure("queue pair " + std::to_string(self.lane(lane).number()) + ": " +
                          std::to_string(plan_.iterations) + " additions of one added " +
                          std::to_string(added));
  }
}

void PerftestSession::add_up(std::uint32_t side, std::uint64_t size) {
  if (!sends(side)) return;
  const bool latency = plan_.measure == Measure::kLatency;
  const std::int64_t elapsed =
      latency
          ? latency_[side]->posted().back() - latency_[side]->posted().front()
          : bandwidth_[side]->times().completed.back() - bandwidth_[side]->times().posted.front();
  totals_[side].resize(endpoints_[side]->lanes());
  for (LaneTotals& lane : totals_[side]) {
    lane.messages += plan_.iterations;
    lane.payload_bytes += plan_.iterations * size;
    lane.elapsed_ps += elapsed;
  }
  if (!latency || side != kClient) return;
  const std::vector<double> samples = latency_[side]->samples();
  samples_.insert(samples_.end(), samples.begin(), samples.end());
}

SizeResult PerftestSession::result(std::uint64_t size) const {
  SizeResult result;
  result.size = size;
  if (plan_.measure == Measure::kLatency) {
    result.latency = latency_of(latency_[kClient]->samples());
    result.messages = latency_[kClient]->completed();
    return result;
  }
  result.bandwidth = bandwidth_of(bandwidth_[kClient]->times(), size);
  result.messages = bandwidth_[kClient]->completed();
  if (plan_.bidirectional) {
    const Bandwidth back = bandwidth_of(bandwidth_[kServer]->times(), size);
    result.bandwidth.peak_gbps += back.peak_gbps;
    result.bandwidth.average_gbps += back.average_gbps;
    result.bandwidth.rate_mpps += back.rate_mpps;
    result.messages += bandwidth_[kServer]->completed();
  }
  return result;
}

SizeResult PerftestSession::partial() const {
  return present_size_ == 0 ? SizeResult{} : result(present_size_);
}

double PerftestSession::done_share() const {
  double total = 0;
  for (const std::uint64_t size : plan_.sizes) total += work_of(size);
  double done = done_;
  if (present_size_ != 0) {
    const std::uint64_t messages = plan_.measure == Measure::kLatency
                                       ? latency_[kClient]->completed()
                                       : bandwidth_[kClient]->completed();
    const double share =
        static_cast<double>(messages) / static_cast<double>(plan_.iterations * plan_.qps);
    done += work_of(present_size_) * share;
  }
  return done / total;
}

}  // namespace ib::tb
