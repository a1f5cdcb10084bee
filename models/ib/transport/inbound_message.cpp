// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/inbound_message.h"

#include "models/ib/transport/segmentation.h"

namespace ib {
namespace {

bool is_write(const OpcodeInfo& info) { return info.operation == Operation::kWrite; }

}  // namespace

bool InboundMessage::continues(const OpcodeInfo& info) const {
  if (info.starts_message()) return open_ == Open::kNone;
  return is_write(info) ? open_ == Open::kWrite : open_ == Open::kSend;
}

bool InboundMessage::lengths_ok(const RequestView& request, const OpcodeInfo& info) const {
  const auto mtu = mtu_from_bytes(mtu_);
  if (!mtu || !payload_allowed(info.payload, request.payload_bytes, *mtu)) return false;
  const std::uint64_t total =
      std::uint64_t{info.starts_message() ? 0 : bytes_} + request.payload_bytes;
  if (!is_write(info)) return total <= kMaxMessageBytes;
  const std::uint32_t wanted = info.starts_message() ? request.dma_length : write_length_;
  return info.ends_message() ? total == wanted : total < wanted;
}

void InboundMessage::take(const RequestView& request, const OpcodeInfo& info) {
  if (info.starts_message()) {
    bytes_ = 0;
    open_ = is_write(info) ? Open::kWrite : Open::kSend;
    write_address_ = request.address;
    write_rkey_ = request.rkey;
    write_length_ = request.dma_length;
  }
  bytes_ += request.payload_bytes;
  if (info.ends_message()) open_ = Open::kNone;
}

}  // namespace ib
