// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/endpoint.h"

#include <algorithm>

#include "models/ib/base/random.h"
#include "testbenches/perftest/pattern.h"

namespace ib::tb {
namespace {

unsigned log2_covering(std::uint64_t count) {
  unsigned log = 0;
  while (std::uint64_t{1} << log < count) ++log;
  return log;
}

constexpr std::uint32_t kQKey = 0x11111111;  ///< As perftest has it.

/// Blocks of the send queue: inline data of a latency test takes more than one a message.
std::uint64_t send_blocks(const PerftestPlan& plan) {
  constexpr std::uint64_t kMostBlocks = kMaxWqeBytes / kBasicBlockBytes + 1;
  const std::uint64_t blocks = plan.connection == QpType::kUd ? 2 : 1;
  return plan.measure == Measure::kLatency ? 4 * kMostBlocks : blocks * plan.tx_depth;
}

}  // namespace

Endpoint::Endpoint(Host& host, const PerftestPlan& plan, std::uint32_t number)
    : host_(host),
      plan_(plan),
      number_(number),
      lane_bytes_(buffer_bytes(*std::max_element(plan.sizes.begin(), plan.sizes.end()))),
      grh_bytes_(plan.connection == QpType::kUd ? kCacheLineBytes : 0),
      verbs_(host) {}

void Endpoint::open() {
  verbs_.open();
  lid_ = verbs_.lid();
  const std::uint32_t pd = verbs_.allocate_pd();
  region_ = verbs_.register_memory(pd, 2 * plan_.qps * lane_bytes_ + grh_bytes_);
  send_cq_ = verbs_.create_cq(log2_covering(std::uint64_t{plan_.tx_depth} * plan_.qps));
  receive_cq_ = verbs_.create_cq(log2_covering(std::uint64_t{plan_.rx_depth} * plan_.qps));
  const bool datagrams = plan_.connection == QpType::kUd;
  const QueuePairSize size{log2_covering(send_blocks(plan_)), log2_covering(plan_.rx_depth),
                           datagrams ? 1u : 0u};
  for (std::uint32_t lane = 0; lane < plan_.qps; ++lane) {
    lanes_.push_back(verbs_.create_qp(pd, size, *send_cq_, *receive_cq_, plan_.connection));
  }
}

void Endpoint::connect(const Endpoint& peer) {
  for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
    if (plan_.connection == QpType::kUd) {
      verbs_.ready(*lanes_[lane], kQKey, first_psn(lane));
      continue;
    }
    ConnectionOptions options;
    options.mtu_bytes = plan_.mtu_bytes;
    options.first_psn = first_psn(lane);
    options.sl = plan_.sls.at(number_).value();
    verbs_.connect(*lanes_[lane], {peer.lid(), peer.lane(lane).number(), peer.first_psn(lane)},
                   options);
  }
}

void Endpoint::prepare(std::uint64_t size) {
  for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
    fill_pattern(host_.memory, outgoing(lane), buffer_bytes(size), pattern_key(lane, size));
    fill_zeros(host_.memory, incoming(lane), buffer_bytes(size));
  }
}

std::uint32_t Endpoint::lane_of_qpn(std::uint32_t qpn) const {
  // Numbers are given out in rising order.
  const auto found =
      std::lower_bound(lanes_.begin(), lanes_.end(), qpn,
                       [](const auto& qp, std::uint32_t number) { return qp->number() < number; });
  return static_cast<std::uint32_t>(found - lanes_.begin());
}

std::uint64_t Endpoint::outgoing(std::uint32_t lane) const {
  return region_.address + lane * lane_bytes_;
}

std::uint64_t Endpoint::incoming(std::uint32_t lane) const {
  return region_.address + (plan_.qps + lane) * lane_bytes_;
}

std::uint64_t Endpoint::pattern_key(std::uint32_t lane, std::uint64_t size) const {
  return mix64(mix64(plan_.seed, size), std::uint64_t{number_} << 32 | lane);
}

std::uint32_t Endpoint::first_psn(std::uint32_t lane) const {
  constexpr std::uint32_t kPsnMask = 0xFFFFFF;
  return static_cast<std::uint32_t>(mix64(plan_.seed, std::uint64_t{number_} << 32 | lane)) &
         kPsnMask;
}

WorkRequest Endpoint::request(Verb verb, const Endpoint& peer, std::uint32_t lane,
                              std::uint64_t message, std::uint64_t size) const {
  const std::uint64_t offset = MessagePlaces::of(size).offset(message);
  WorkRequest request;
  request.bytes = static_cast<std::uint32_t>(size);
  request.lkey = key();
  request.rkey = peer.key();
  request.local_address = outgoing(lane) + offset;
  request.remote_address = peer.incoming(lane) + offset;
  if (plan_.connection == QpType::kUd) {
    AddressVector to;
    to.q_key = kQKey;
    to.dest_qpn = peer.lane(lane).number();
    to.dlid = peer.lid().value();
    to.sl = plan_.sls.at(number_).value();
    request.destination = to;
  }
  switch (verb) {
    case Verb::kSend:
      request.opcode = WqeOpcode::kSend;
      break;
    case Verb::kWrite:
      request.opcode = WqeOpcode::kRdmaWrite;
      break;
    case Verb::kRead:
      request.opcode = WqeOpcode::kRdmaRead;
      request.local_address = incoming(lane) + offset;
      request.remote_address = peer.outgoing(lane) + offset;
      break;
    case Verb::kAtomic:
      request.opcode = WqeOpcode::kFetchAdd;
      request.local_address = incoming(lane) + offset;
      request.remote_address = peer.outgoing(lane) + offset;
      request.swap_or_add = kAtomicAddend;
      break;
  }
  return request;
}

void Endpoint::post_receive(std::uint32_t lane, std::uint64_t message, std::uint64_t size) {
  const std::uint64_t place = incoming(lane) + MessagePlaces::of(size).offset(message);
  const auto bytes = static_cast<std::uint32_t>(size);
  if (plan_.connection == QpType::kUd) {
    const std::uint64_t grh = region_.address + 2 * plan_.qps * lane_bytes_;
    lanes_[lane]->post_receive({{Grh::kBytes, key(), grh}, {bytes, key(), place}});
  } else {
    lanes_[lane]->post_receive(place, bytes, key());
  }
}

}  // namespace ib::tb
