// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/queues/layout.h"

namespace ib {

inline constexpr unsigned kCommandEntries = 32;
inline constexpr std::uint32_t kCommandEntryBytes = 64;
inline constexpr std::uint32_t kMaxMailboxBytes = 256;

/// Commands of the control plane. Input and output are the mailboxes; `object` names what the
/// command is about, and CREATE and ALLOC answer with a new number in `result`.
enum class CommandOpcode : std::uint16_t {
  kInitHca = 0x102,      ///< in hca_context; once, before anything is created.
  kCreateMkey = 0x200,   ///< in mkey_context; result = L_Key = R_Key.
  kDestroyMkey = 0x202,  ///< object = key.
  kCreateEq = 0x301,     ///< in eq_context; result = number.
  kDestroyEq = 0x302,
  kCreateCq = 0x400,  ///< in cq_context; result = number.
  kDestroyCq = 0x401,
  kCreateQp = 0x500,  ///< in qp_context; result = number.
  kDestroyQp = 0x501,
  kModifyQp = 0x502,   ///< in qp_context with attr_mask.
  kQueryQp = 0x50B,    ///< out qp_context.
  kCreateEec = 0x520,  ///< in qp_context, of which `rdd` counts; result = number.
  kDestroyEec = 0x521,
  kModifyEec = 0x522,  ///< in qp_context with attr_mask; `dest_qpn` is the peer's context.
  kQueryEec = 0x52B,   ///< out qp_context.
  kCreateSrq = 0x700,  ///< in srq_context; result = number.
  kDestroySrq = 0x701,
  kArmSrq = 0x703,        ///< in srq_context, of which `limit` counts.
  kSetRateLimit = 0x780,  ///< object = service level, in rate_context.
  kAllocPd = 0x800,       ///< result = number.
  kDeallocPd = 0x801,
  kAttachMulticast = 0x806,  ///< object = queue pair, in mcg_context.
  kDetachMulticast = 0x807,
  kAllocXrcd = 0x80E,  ///< result = number of an XRC domain.
  kDeallocXrcd = 0x80F,
  kAllocRdd = 0x810,  ///< result = number of a reliable datagram domain.
  kDeallocRdd = 0x811,
};

enum class CommandStatus : std::uint8_t {
  kOk = 0x00,
  kInternalError = 0x01,
  kBadOperation = 0x02,  ///< Unknown opcode.
  kBadParameter = 0x03,
  kBadSystemState = 0x04,
  kBadResource = 0x05,   ///< No such object.
  kResourceBusy = 0x06,  ///< The object is still used.
  kExceedsLimit = 0x08,
  kBadResourceState = 0x09,  ///< QP state transition not allowed.
  kBadInputLength = 0x50,
  kBadOutputLength = 0x51,
};

namespace command_entry {
inline constexpr Field kOpcode{"opcode", 0x00, 16, 16, "see CommandOpcode"};
inline constexpr Field kObject{"object", 0x04, 0, 32, "number or key of the object"};
inline constexpr Field kInput{"input", 0x08, 0, 64, "bus address of the input mailbox"};
inline constexpr Field kInputLength{"input_length", 0x10, 0, 32, "bytes, 0 to 256"};
inline constexpr Field kOutputLength{"output_length", 0x14, 0, 32, "bytes, 0 to 256"};
inline constexpr Field kOutput{"output", 0x18, 0, 64, "bus address of the output mailbox"};
inline constexpr Field kResult{"result", 0x20, 0, 32, "answer: number or key of the new object"};
inline constexpr Field kStatus{"status", 0x3C, 24, 8, "answer: see CommandStatus"};
inline constexpr Field kOwner{"owner", 0x3C, 0, 1,
                              "1 while the hardware owns the entry; it clears it last"};
inline constexpr std::array kFields{kOpcode, kObject, kInput,  kInputLength, kOutputLength,
                                    kOutput, kResult, kStatus, kOwner};
inline constexpr Layout kLayout{"command_entry", "entry of the command queue", kCommandEntryBytes,
                                kFields.data(), kFields.size()};
/// The answer is written as one burst from here to the end of the entry.
inline constexpr std::uint32_t kAnswerOffset = 0x20;
}  // namespace command_entry

/// An entry of the command queue.
struct CommandEntry {
  std::uint16_t opcode = 0;  ///< A CommandOpcode, unless the guest wrote nonsense.
  std::uint32_t object = 0;
  std::uint64_t input = 0;
  std::uint32_t input_length = 0;
  std::uint32_t output_length = 0;
  std::uint64_t output = 0;
  std::uint32_t result = 0;
  CommandStatus status = CommandStatus::kOk;
  bool hardware_owns = false;
};

[[nodiscard]] CommandEntry decode_command(const std::uint8_t* at);
void encode(const CommandEntry& entry, std::uint8_t* at);

}  // namespace ib
