// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/uc_responder.h"

#include "models/ib/queues/context.h"

namespace ib {

bool UcResponder::judge(const RequestView& request) {
  const OpcodeInfo& info = opcode_info(request.opcode);
  if (!info.is_request() || info.transport != Transport::kUc) return false;
  const bool in_sequence = request.psn == expected_;
  expected_ = request.psn.plus(1);
  if (info.starts_message()) {
    if (message_.open()) drop_message();
    dropping_ = false;
  } else if (!in_sequence && !dropping_) {
    drop_message();
  }
  if (dropping_) return false;
  const bool is_write = info.operation == Operation::kWrite;
  const bool enabled = !is_write || (access_ & access::kRemoteWrite) != 0;
  if (enabled && message_.continues(info) && message_.lengths_ok(request, info)) return true;
  drop_message();
  return false;
}

void UcResponder::accept(const RequestView& request) {
  message_.take(request, opcode_info(request.opcode));
}

void UcResponder::drop_message() {
  message_.abandon();
  dropping_ = true;
  ++messages_dropped_;
}

}  // namespace ib
