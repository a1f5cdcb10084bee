// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/protocol_program.h"

#include <algorithm>

#include "testbenches/workload/message_tag.h"

namespace ib::tb {
namespace {

// IPoIB: encapsulation 4, IPv4 20, TCP with time stamps 32; and the DETH that a datagram has and
// the packets of a message node have not (RFC 4391, RFC 7323).
constexpr std::uint32_t kIpHeaders = 4 + 20 + 32;
constexpr std::uint32_t kDeth = 8;
constexpr std::uint32_t kIpoibMtu = 2044 + 4;
constexpr std::uint32_t kSegmentsAnAck = 2;

enum IpoibKind : std::uint8_t { kSegment, kLastSegment, kAck, kThrough };

constexpr std::uint64_t kEnvelopeBytes = 32;  ///< Of MPI: communicator, rank, tag, length.

}  // namespace

IpoibProgram::IpoibProgram(const TrafficPlan& plan, const MessageNode& node)
    : TrafficProgram(plan, node),
      segment_bytes_(std::min(kIpoibMtu, node.mtu_bytes() - kDeth) - kIpHeaders) {}

void IpoibProgram::launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) {
  for (std::uint64_t done = 0;;) {
    const std::uint64_t part = std::min<std::uint64_t>(segment_bytes_, bytes - done);
    done += part;
    const IpoibKind kind = done == bytes ? kLastSegment : kSegment;
    node.post({to, part + kIpHeaders + kDeth, MessageTag::timed(kind, birth)});
    if (done == bytes) return;
  }
}

void IpoibProgram::arrived(MessageHost& node, const Arrival& arrival) {
  const unsigned kind = MessageTag::kind(arrival.tag);
  if (kind == kThrough) finished(node);
  if (kind == kThrough || kind == kAck) return;
  Stream& stream = streams_[arrival.from];
  stream.bytes += arrival.bytes - kIpHeaders - kDeth;
  const bool last = kind == kLastSegment;
  if (++stream.segments == kSegmentsAnAck || last) {
    stream.segments = 0;
    node.post_first({arrival.from, kIpHeaders + kDeth,
                     MessageTag::timed(last && closed() ? kThrough : kAck, 0)});
  }
  if (!last) return;
  measure(node, stream.bytes, MessageTag::time(arrival.tag), arrival.at);
  stream.bytes = 0;
}

void MpiProgram::launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) {
  if (bytes <= config().eager_bytes) {
    node.post({to, kEnvelopeBytes + bytes, MessageTag::timed(kEager, birth)});
  } else {
    const std::uint32_t slot = pending_.add({birth, bytes});
    node.post_first({to, kEnvelopeBytes, MessageTag::make(kRequest, slot, bytes)});
  }
}

void MpiProgram::arrived(MessageHost& node, const Arrival& arrival) {
  const std::uint32_t slot = MessageTag::slot(arrival.tag);
  switch (MessageTag::kind(arrival.tag)) {
    case kEager:
      end(node, arrival, arrival.bytes - kEnvelopeBytes);
      break;
    case kRequest:
      node.post_first({arrival.from, kEnvelopeBytes,
                       MessageTag::make(kClear, slot, MessageTag::bytes(arrival.tag))});
      break;
    case kClear: {
      const Pending pending = pending_.take(slot);
      node.post({arrival.from, pending.bytes, MessageTag::timed(kLong, pending.birth)});
      break;
    }
    case kLong:
      end(node, arrival, arrival.bytes);
      break;
    default:
      finished(node);
      break;
  }
}

void MpiProgram::end(MessageHost& node, const Arrival& arrival, std::uint64_t bytes) {
  measure(node, bytes, MessageTag::time(arrival.tag), arrival.at);
  if (closed()) node.post_first({arrival.from, 0, MessageTag::timed(kAnswer, 0)});
}

std::unique_ptr<TrafficProgram> make_traffic_program(const TrafficPlan& plan,
                                                     const MessageNode& node) {
  switch (plan.config.protocol) {
    case WorkloadProtocol::kPlain:
      return std::make_unique<PlainProgram>(plan, node);
    case WorkloadProtocol::kNvmeof:
    case WorkloadProtocol::kSrp:
      return std::make_unique<StorageProgram>(plan, node);
    case WorkloadProtocol::kIpoib:
      return std::make_unique<IpoibProgram>(plan, node);
    case WorkloadProtocol::kMpi:
      return std::make_unique<MpiProgram>(plan, node);
  }
  return nullptr;
}

}  // namespace ib::tb
