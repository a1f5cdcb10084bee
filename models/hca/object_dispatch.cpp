// SPDX-License-Identifier: Apache-2.0
#include "models/hca/context_loader.h"
#include "models/hca/object_commands.h"
#include "models/hca/shared_receive_queue.h"

namespace ib::hca {
namespace {

/// Length of the input mailbox that a command wants.
std::uint32_t input_bytes(CommandOpcode opcode) {
  switch (opcode) {
    case CommandOpcode::kInitHca:
      return hca_context::kBytes;
    case CommandOpcode::kCreateMkey:
      return mkey_context::kBytes;
    case CommandOpcode::kCreateCq:
      return cq_context::kBytes;
    case CommandOpcode::kCreateEq:
      return eq_context::kBytes;
    case CommandOpcode::kCreateSrq:
    case CommandOpcode::kArmSrq:
      return srq_context::kBytes;
    case CommandOpcode::kCreateQp:
    case CommandOpcode::kModifyQp:
    case CommandOpcode::kCreateEec:
    case CommandOpcode::kModifyEec:
      return qp_context::kBytes;
    case CommandOpcode::kSetRateLimit:
      return rate_context::kBytes;
    case CommandOpcode::kAttachMulticast:
    case CommandOpcode::kDetachMulticast:
      return mcg_context::kBytes;
    default:
      return 0;
  }
}

}  // namespace

CommandResult ObjectCommands::execute(const CommandEntry& entry, const std::uint8_t* input,
                                      std::uint8_t* output) {
  const auto opcode = static_cast<CommandOpcode>(entry.opcode);
  if (entry.input_length != input_bytes(opcode)) return {CommandStatus::kBadInputLength};
  switch (opcode) {
    case CommandOpcode::kAllocPd:
      return alloc_pd();
    case CommandOpcode::kAllocXrcd:
      return alloc_xrcd();
    case CommandOpcode::kAllocRdd:
      return alloc_rdd();
    case CommandOpcode::kCreateEec:
      return create_eec(decode_qp_context(input));
    case CommandOpcode::kInitHca:
      return {init_hca(decode_hca_context(input))};
    case CommandOpcode::kCreateMkey:
      return create_mkey(decode_mkey_context(input));
    case CommandOpcode::kCreateEq:
      return create_eq(decode_eq_context(input));
    case CommandOpcode::kCreateSrq:
      return create_srq(decode_srq_context(input));
    case CommandOpcode::kCreateCq:
      return create_cq(decode_cq_context(input));
    case CommandOpcode::kCreateQp:
      return create_qp(decode_qp_context(input));
    case CommandOpcode::kQueryQp:
    case CommandOpcode::kQueryEec:
      return query_qp(entry, opcode == CommandOpcode::kQueryEec, output);
    default:
      return {change(opcode, entry.object, input)};
  }
}

CommandStatus ObjectCommands::change(CommandOpcode opcode, std::uint32_t object,
                                     const std::uint8_t* input) {
  switch (opcode) {
    case CommandOpcode::kDeallocPd:
      return dealloc_pd(object);
    case CommandOpcode::kDeallocXrcd:
      return dealloc_xrcd(object);
    case CommandOpcode::kDeallocRdd:
      return dealloc_rdd(object);
    case CommandOpcode::kDestroyMkey:
      return destroy_mkey(object);
    case CommandOpcode::kDestroyEq:
      return destroy_eq(object);
    case CommandOpcode::kDestroySrq:
      return destroy_srq(object);
    case CommandOpcode::kArmSrq:
      if (core_.srqs.find(object) == nullptr) return CommandStatus::kBadResource;
      core_.shared_receives->arm(object, decode_srq_context(input).limit);
      return CommandStatus::kOk;
    case CommandOpcode::kDestroyCq:
      return destroy_cq(object);
    case CommandOpcode::kDestroyQp:
    case CommandOpcode::kDestroyEec:
      return destroy_qp(object, opcode == CommandOpcode::kDestroyEec);
    case CommandOpcode::kModifyQp:
    case CommandOpcode::kModifyEec:
      return modify_qp(object, opcode == CommandOpcode::kModifyEec, decode_qp_context(input));
    case CommandOpcode::kSetRateLimit:
      return set_rate_limit(object, load_field(input, rate_context::kRate));
    case CommandOpcode::kAttachMulticast:
    case CommandOpcode::kDetachMulticast:
      return change_membership(opcode, object, input);
    default:
      return CommandStatus::kBadOperation;
  }
}

QueuePair* ObjectCommands::find(std::uint32_t number, bool end_to_end) const {
  QueuePair* const qp = core_.qps.find(number);
  return qp != nullptr && (qp->end_to_end != nullptr) == end_to_end ? qp : nullptr;
}

CommandResult ObjectCommands::query_qp(const CommandEntry& entry, bool end_to_end,
                                       std::uint8_t* output) const {
  const QueuePair* const qp = find(entry.object, end_to_end);
  if (qp == nullptr) return {CommandStatus::kBadResource};
  if (entry.output_length != qp_context::kBytes) return {CommandStatus::kBadOutputLength};
  encode(qp->context, output);
  return {CommandStatus::kOk, 0, qp_context::kBytes};
}

}  // namespace ib::hca
