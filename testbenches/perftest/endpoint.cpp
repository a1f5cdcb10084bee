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

/// Control, XRC, remote address, operands and a piece of memory are five segments.
bool is_wide_atomic(const PerftestPlan& plan) {
  return plan.verb == Verb::kAtomic && plan.connection == QpType::kXrcInitiator;
}

/// Blocks of the send queue: inline data of a latency test takes more than one a message.
std::uint64_t send_blocks(const PerftestPlan& plan) {
  constexpr std::uint64_t kMostBlocks = kMaxWqeBytes / kBasicBlockBytes + 1;
  // An address vector, or the segments of an atomic of RD, take a second one.
  const bool one_block = plan.connection != QpType::kUd && plan.connection != QpType::kRd;
  const std::uint64_t blocks = one_block && !is_wide_atomic(plan) ? 1 : 2;
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
  if (plan_.connection == QpType::kRd) domain_ = verbs_.allocate_rdd();
  if (plan_.connection == QpType::kXrcInitiator) domain_ = verbs_.allocate_xrcd();
  for (std::uint32_t lane = 0; lane < plan_.qps; ++lane) lanes_.push_back(make_lane(pd, size));
}

// A target has its number before the initiator of its lane: see `lane_of_qpn`.
std::unique_ptr<QueuePair> Endpoint::make_lane(std::uint32_t pd, const QueuePairSize& size) {
  if (plan_.connection == QpType::kRd) {
    contexts_.push_back(verbs_.create_eec(domain_));
    return verbs_.create_rd_qp(pd, size, *send_cq_, *receive_cq_, domain_);
  }
  if (plan_.connection == QpType::kXrcInitiator) {
    shared_.push_back(verbs_.create_xrc_srq(pd, size.log_receives + 1, domain_, *receive_cq_));
    targets_.push_back(verbs_.create_xrc_target(domain_));
  }
  return verbs_.create_qp(pd, size, *send_cq_, *receive_cq_, plan_.connection);
}

void Endpoint::connect(const Endpoint& peer) {
  for (std::uint32_t lane = 0; lane < lanes(); ++lane) connect(peer, lane);
}

void Endpoint::connect(const Endpoint& peer, std::uint32_t lane) {
  ConnectionOptions options;
  options.mtu_bytes = plan_.mtu_bytes;
  options.first_psn = first_psn(lane);
  options.sl = plan_.sls.at(number_).value();
  const std::uint32_t peer_psn = peer.first_psn(lane);
  if (plan_.connection == QpType::kUd || plan_.connection == QpType::kRd) {
    verbs_.ready(*lanes_[lane], kQKey, options.first_psn);
  }
  if (plan_.connection == QpType::kRd) {
    verbs_.connect_eec(contexts_[lane], {peer.lid(), peer.contexts_[lane], peer_psn}, options);
  } else if (plan_.connection == QpType::kXrcInitiator) {
    const std::uint32_t far = peer.targets_[lane]->number();
    verbs_.connect(*lanes_[lane], {peer.lid(), far, peer_psn}, options);
    verbs_.connect_passive(*targets_[lane], {peer.lid(), peer.lane(lane).number(), peer_psn},
                           options);
  } else if (plan_.connection != QpType::kUd) {
    verbs_.connect(*lanes_[lane], {peer.lid(), peer.lane(lane).number(), peer_psn}, options);
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

void Endpoint::address(WorkRequest& request, const Endpoint& peer, std::uint32_t lane) const {
  const std::uint32_t far = peer.lane(lane).number();
  if (plan_.connection == QpType::kUd) {
    AddressVector to;
    to.q_key = kQKey;
    to.dest_qpn = far;
    to.dlid = peer.lid().value();
    to.sl = plan_.sls.at(number_).value();
    request.destination = to;
  } else if (plan_.connection == QpType::kRd) {
    request.reliable_destination = ReliableDestination{contexts_[lane], kQKey, far};
  } else if (plan_.connection == QpType::kXrcInitiator) {
    request.xrc_srqn = peer.shared_[lane]->number();
  }
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
  address(request, peer, lane);
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
  } else if (!shared_.empty()) {
    shared_[lane]->post(place, bytes, key());
  } else {
    lanes_[lane]->post_receive(place, bytes, key());
  }
}

void Endpoint::received(const Cqe& cqe) {
  if (!shared_.empty()) shared_[lane_of_qpn(cqe.qpn)]->release(cqe.wqe_counter);
}

}  // namespace ib::tb
