// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/message_tag.h"
#include "testbenches/workload/protocol_program.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kCommandBytes = 64;  ///< Submission queue entry; SRP_CMD of one descriptor.
constexpr std::uint64_t kCompletionBytes = 16;  ///< NVMe completion queue entry.
constexpr std::uint64_t kSrpResponseBytes = 36;
constexpr std::uint64_t kRethBytes = 16;  ///< Of an RDMA READ request.

}  // namespace

std::uint64_t StorageProgram::response_bytes() const {
  return config().protocol == WorkloadProtocol::kSrp ? kSrpResponseBytes : kCompletionBytes;
}

void StorageProgram::launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) {
  const bool read = random().uniform() < config().read_share;
  const bool in_capsule =
      !read && config().protocol == WorkloadProtocol::kNvmeof && bytes <= config().inline_bytes;
  const std::uint32_t slot = requests_.add({birth, bytes});
  if (in_capsule) {
    node.post({to, kCommandBytes + bytes, MessageTag::make(kWriteInline, slot, bytes)});
  } else {
    node.post_first({to, kCommandBytes, MessageTag::make(read ? kRead : kWrite, slot, bytes)});
  }
}

void StorageProgram::arrived(MessageHost& node, const Arrival& arrival) {
  const std::uint32_t slot = MessageTag::slot(arrival.tag);
  const std::uint64_t bytes = MessageTag::bytes(arrival.tag);
  switch (MessageTag::kind(arrival.tag)) {
    case kWrite:
      node.post_first({arrival.from, kRethBytes, MessageTag::make(kFetch, slot, bytes)});
      break;
    case kFetch:
      node.post({arrival.from, bytes, MessageTag::make(kData, slot, bytes)});
      break;
    case kRead:
    case kWriteInline:
    case kData:
      serve(node, {arrival.from, arrival.tag});
      break;
    case kReadData:  // the response behind it ends the request
      break;
    case kResponse: {
      const Request request = requests_.take(slot);
      measure(node, request.bytes, request.birth, arrival.at);
      finished(node);
      break;
    }
    default:
      break;
  }
}

void StorageProgram::serve(MessageHost& node, const Job& job) {
  if (config().service_ns <= 0) {
    answer(node, job);
    return;
  }
  const double ticks = static_cast<double>(ticks_from_ns(config().service_ns));
  call_at(node, node.now() + static_cast<Ticks>(random().exponential(ticks)), jobs_.add(job));
}

void StorageProgram::due(MessageHost& node, std::uint64_t note) {
  answer(node, jobs_.take(static_cast<std::uint32_t>(note)));
}

// The response must not overtake the data.
void StorageProgram::answer(MessageHost& node, const Job& job) {
  const std::uint32_t slot = MessageTag::slot(job.tag);
  const std::uint64_t bytes = MessageTag::bytes(job.tag);
  const std::uint64_t response = MessageTag::make(kResponse, slot, bytes);
  if (MessageTag::kind(job.tag) == kRead) {
    node.post({job.from, bytes, MessageTag::make(kReadData, slot, bytes)});
    node.post({job.from, response_bytes(), response});
  } else {
    node.post_first({job.from, response_bytes(), response});
  }
}

}  // namespace ib::tb
