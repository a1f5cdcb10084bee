// SPDX-License-Identifier: Apache-2.0
#include "testbenches/registers/registers_page.h"

#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "models/ib/queues/layouts.h"

namespace ib::tb {
namespace {

constexpr std::string_view kIntroduction =
    R"(<!-- Made by registers_page from models/ib/queues. Do not edit; see the end of this page. -->
# Registers and queues

The host interface of the [hca](blocks/hca.md). All fields are big endian. Bits count from the lowest of the 32-bit word at the offset;
64-bit fields take two words. Bits not listed are written as zero and ignored.

The MMIO window: the control page at 0, then the UAR pages, 4096 bytes each.
)";

constexpr std::string_view kEnd = R"(
## Making this page
`build/testbenches/registers/registers_page > docs/registers.md`; a test compares the two.
)";

std::string hex(std::uint32_t value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%02X", value);
  return text.data();
}

std::string bits(const Field& field) {
  if (field.width > 32) return "63:0";
  const std::string low = std::to_string(field.lsb);
  return field.width == 1 ? low : std::to_string(field.lsb + field.width - 1) + ":" + low;
}

std::string table(const Layout& layout) {
  std::string text = "\n## " + std::string(layout.name) + "\n" + std::string(layout.meaning) +
                     ", " + std::to_string(layout.bytes) +
                     " bytes.\n\n| offset | bits | field | meaning |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < layout.count; ++i) {
    const Field& field = layout.fields[i];
    text += "| " + hex(field.offset) + " | " + bits(field) + " | `" + std::string(field.name) +
            "` | " + std::string(field.meaning) + " |\n";
  }
  return text;
}

template <class Code>
using Named = std::pair<Code, std::string_view>;

template <class Code, std::size_t kCount>
std::string codes(std::string_view title, const std::array<Named<Code>, kCount>& values) {
  std::string text = "\n## " + std::string(title) + "\n\n| code | meaning |\n|---|---|\n";
  for (const auto& [code, meaning] : values) {
    text += "| " + hex(static_cast<std::uint32_t>(code)) + " | " + std::string(meaning) + " |\n";
  }
  return text;
}

constexpr std::array<Named<CommandOpcode>, 27> kCommands{{
    {CommandOpcode::kInitHca, "INIT_HCA: in hca_context"},
    {CommandOpcode::kCreateMkey, "CREATE_MKEY: in mkey_context; result L_Key = R_Key"},
    {CommandOpcode::kDestroyMkey, "DESTROY_MKEY: object key"},
    {CommandOpcode::kCreateEq, "CREATE_EQ: in eq_context; result number"},
    {CommandOpcode::kDestroyEq, "DESTROY_EQ"},
    {CommandOpcode::kCreateCq, "CREATE_CQ: in cq_context; result number"},
    {CommandOpcode::kDestroyCq, "DESTROY_CQ"},
    {CommandOpcode::kCreateQp, "CREATE_QP: in qp_context; result number"},
    {CommandOpcode::kDestroyQp, "DESTROY_QP"},
    {CommandOpcode::kModifyQp, "MODIFY_QP: in qp_context with attr_mask"},
    {CommandOpcode::kQueryQp, "QUERY_QP: out qp_context"},
    {CommandOpcode::kCreateEec,
     "CREATE_EEC: end-to-end context; in qp_context, of which `rdd` counts; result number"},
    {CommandOpcode::kDestroyEec, "DESTROY_EEC"},
    {CommandOpcode::kModifyEec, "MODIFY_EEC: in qp_context with attr_mask"},
    {CommandOpcode::kQueryEec, "QUERY_EEC: out qp_context"},
    {CommandOpcode::kCreateSrq, "CREATE_SRQ: in srq_context; result number"},
    {CommandOpcode::kDestroySrq, "DESTROY_SRQ"},
    {CommandOpcode::kArmSrq, "ARM_SRQ: in srq_context, of which limit counts"},
    {CommandOpcode::kSetRateLimit, "SET_RATE_LIMIT: object service level, in rate_context"},
    {CommandOpcode::kAllocPd, "ALLOC_PD: result number"},
    {CommandOpcode::kDeallocPd, "DEALLOC_PD"},
    {CommandOpcode::kAttachMulticast, "ATTACH_TO_MCG: object queue pair (UD), in mcg_context"},
    {CommandOpcode::kDetachMulticast, "DETACH_FROM_MCG: object queue pair, in mcg_context"},
    {CommandOpcode::kAllocXrcd, "ALLOC_XRCD: result number of an XRC domain"},
    {CommandOpcode::kDeallocXrcd, "DEALLOC_XRCD"},
    {CommandOpcode::kAllocRdd, "ALLOC_RDD: result number of a reliable datagram domain"},
    {CommandOpcode::kDeallocRdd, "DEALLOC_RDD"},
}};

constexpr std::array<Named<CommandStatus>, 11> kStatuses{{
    {CommandStatus::kOk, "done"},
    {CommandStatus::kInternalError, "internal error"},
    {CommandStatus::kBadOperation, "unknown opcode"},
    {CommandStatus::kBadParameter, "a field of the input is not allowed"},
    {CommandStatus::kBadSystemState, "not now"},
    {CommandStatus::kBadResource, "no such object"},
    {CommandStatus::kResourceBusy, "the object is still used"},
    {CommandStatus::kExceedsLimit, "table full, or queue too large"},
    {CommandStatus::kBadResourceState, "transition of the queue pair not allowed"},
    {CommandStatus::kBadInputLength, "input mailbox of the wrong length"},
    {CommandStatus::kBadOutputLength, "output mailbox of the wrong length"},
}};

constexpr std::array<Named<WqeOpcode>, 11> kWqeOpcodes{{
    {WqeOpcode::kNop, "no operation"},
    {WqeOpcode::kSendInvalidate, "SEND with invalidate"},
    {WqeOpcode::kRdmaWrite, "RDMA WRITE"},
    {WqeOpcode::kRdmaWriteImmediate, "RDMA WRITE with immediate"},
    {WqeOpcode::kSend, "SEND"},
    {WqeOpcode::kSendImmediate, "SEND with immediate"},
    {WqeOpcode::kRdmaRead, "RDMA READ"},
    {WqeOpcode::kCompareSwap, "compare and swap"},
    {WqeOpcode::kFetchAdd, "fetch and add"},
    {WqeOpcode::kBindWindow, "BIND_MW: bind_segment follows"},
    {WqeOpcode::kLocalInvalidate, "LOCAL_INV: key in `imm`"},
}};

constexpr std::array<Named<CqeOpcode>, 8> kCqeOpcodes{{
    {CqeOpcode::kRequester, "send request complete"},
    {CqeOpcode::kResponderWriteImmediate, "RDMA WRITE with immediate received"},
    {CqeOpcode::kResponderSend, "SEND received"},
    {CqeOpcode::kResponderSendImmediate, "SEND with immediate received"},
    {CqeOpcode::kResponderSendInvalidate, "SEND with invalidate received"},
    {CqeOpcode::kRequesterError, "send request failed"},
    {CqeOpcode::kResponderError, "receive request failed"},
    {CqeOpcode::kInvalid, "not written yet: software presets a queue so"},
}};

constexpr std::array<Named<CqeSyndrome>, 18> kSyndromes{{
    {CqeSyndrome::kLocalLength, "local length error"},
    {CqeSyndrome::kLocalQpOperation, "local QP operation error: malformed WQE"},
    {CqeSyndrome::kLocalEecOperation,
     "RD: local EE context operation error: the context was stopped"},
    {CqeSyndrome::kLocalProtection, "local protection error"},
    {CqeSyndrome::kFlushed, "work request flushed"},
    {CqeSyndrome::kMemoryWindowBind, "memory window bind error"},
    {CqeSyndrome::kBadResponse, "bad response"},
    {CqeSyndrome::kLocalAccess, "local access error"},
    {CqeSyndrome::kRemoteInvalidRequest, "remote invalid request"},
    {CqeSyndrome::kRemoteAccess, "remote access error"},
    {CqeSyndrome::kRemoteOperation, "remote operation error"},
    {CqeSyndrome::kTransportRetryExceeded, "transport retry counter exceeded"},
    {CqeSyndrome::kRnrRetryExceeded, "RNR retry counter exceeded"},
    {CqeSyndrome::kLocalRddViolation, "RD: local RDD violation"},
    {CqeSyndrome::kRemoteInvalidRdRequest, "RD: remote invalid RD request"},
    {CqeSyndrome::kRemoteAborted, "remote aborted"},
    {CqeSyndrome::kInvalidEecn, "RD: invalid EE context number"},
    {CqeSyndrome::kInvalidEecState, "RD: invalid EE context state"},
}};

}  // namespace

std::string registers_page() {
  std::string text(kIntroduction);
  for (const Layout& layout : kHostLayouts) text += table(layout);
  text += codes("Commands", kCommands);
  text += codes("Command status", kStatuses);
  text += codes("Send WQE opcodes", kWqeOpcodes);
  text += codes("CQE opcodes", kCqeOpcodes);
  text += codes("CQE syndromes", kSyndromes);
  text += kEnd;
  return text;
}

}  // namespace ib::tb
