// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/queues/layout.h"

namespace ib {

inline constexpr std::uint32_t kCqeBytes = 64;

/// What a CQE reports.
enum class CqeOpcode : std::uint8_t {
  kRequester = 0x0,
  kResponderWriteImmediate = 0x1,
  kResponderSend = 0x2,
  kResponderSendImmediate = 0x3,
  kResponderSendInvalidate = 0x4,
  kRequesterError = 0xD,
  kResponderError = 0xE,
  kInvalid = 0xF,  ///< Never written by the hardware; software presets a new queue with it.
};

/// Why a work request failed.
enum class CqeSyndrome : std::uint8_t {
  kNone = 0x00,
  kLocalLength = 0x01,
  kLocalQpOperation = 0x02,
  kLocalEecOperation = 0x03,
  kLocalProtection = 0x04,
  kFlushed = 0x05,
  kMemoryWindowBind = 0x06,
  kBadResponse = 0x10,
  kLocalAccess = 0x11,
  kRemoteInvalidRequest = 0x12,
  kRemoteAccess = 0x13,
  kRemoteOperation = 0x14,
  kTransportRetryExceeded = 0x15,
  kRnrRetryExceeded = 0x16,
  kLocalRddViolation = 0x20,
  kRemoteInvalidRdRequest = 0x21,
  kRemoteAborted = 0x22,
  kInvalidEecn = 0x23,
  kInvalidEecState = 0x24,
};

namespace cqe_layout {
inline constexpr Field kSlid{"slid", 0x14, 0, 16, "responder: LID of the sender"};
inline constexpr Field kSl{"sl", 0x18, 24, 4, "responder: service level"};
inline constexpr Field kGrh{"g", 0x18, 28, 2, "responder: 1 when a GRH came"};
inline constexpr Field kRemoteQpn{"rqpn", 0x18, 0, 24,
                                  "responder, UD and RD: queue pair of the sender"};
inline constexpr Field kSrqn{"srqn", 0x20, 0, 24, "shared receive queue, 0 without one"};
inline constexpr Field kImmediate{"imm", 0x24, 0, 32, "immediate data or invalidated R_Key"};
inline constexpr Field kByteCount{"byte_cnt", 0x2C, 0, 32, "bytes transferred"};
inline constexpr Field kTimestamp{"timestamp", 0x30, 0, 64, "nanoseconds; not in error CQEs"};
inline constexpr Field kVendorSyndrome{"vendor_err_synd", 0x34, 8, 8, "error CQEs: detail"};
inline constexpr Field kSyndrome{"syndrome", 0x34, 0, 8, "error CQEs: see CqeSyndrome"};
inline constexpr Field kWqeOpcode{"wqe_opcode", 0x38, 24, 8, "requester: opcode of the WQE"};
inline constexpr Field kQpn{"qpn", 0x38, 0, 24, "local queue pair"};
inline constexpr Field kWqeCounter{"wqe_counter", 0x3C, 16, 16, "index of the completed WQE"};
inline constexpr Field kSignature{"signature", 0x3C, 8, 8, "0"};
inline constexpr Field kOpcode{"opcode", 0x3C, 4, 4, "see CqeOpcode"};
inline constexpr Field kFormat{"format", 0x3C, 2, 2,
                               "3: title of compressed entries, `byte_cnt` says how many"};
inline constexpr Field kSolicited{"se", 0x3C, 1, 1, "solicited event"};
inline constexpr Field kOwner{
    "owner", 0x3C, 0, 1,
    "parity of the pass: valid when it equals bit log_size of the consumer index"};
inline constexpr std::array kFields{kSlid,      kSl,        kGrh,        kRemoteQpn,      kSrqn,
                                    kImmediate, kByteCount, kTimestamp,  kVendorSyndrome, kSyndrome,
                                    kWqeOpcode, kQpn,       kWqeCounter, kSignature,      kOpcode,
                                    kFormat,    kSolicited, kOwner};
inline constexpr Layout kLayout{"cqe", "completion queue entry", kCqeBytes, kFields.data(),
                                kFields.size()};
}  // namespace cqe_layout

/// What differs between compressed entries, eight in the 64 bytes of an array. The first array
/// follows the title, the next ones stand in every eighth place from the title on.
namespace mini_cqe {
inline constexpr std::uint32_t kBytes = 8;
inline constexpr std::uint32_t kPerArray = 8;
inline constexpr std::uint32_t kCompressed = 3;  ///< `cqe.format` of the title.
inline constexpr Field kWqeCounter{"wqe_counter", 0x0, 16, 16, "index of the completed WQE"};
inline constexpr Field kWqeOpcode{"s_wqe_opcode", 0x0, 8, 8, "requester: opcode of the WQE"};
inline constexpr Field kByteCount{"byte_cnt", 0x4, 0, 32, "bytes transferred"};
inline constexpr std::array kFields{kWqeCounter, kWqeOpcode, kByteCount};
inline constexpr Layout kLayout{"mini_cqe", "compressed completion queue entry", kBytes,
                                kFields.data(), kFields.size()};
/// Place, from the title's, of the array that holds entry `index` of those that a title stands for.
[[nodiscard]] constexpr std::uint32_t array_place(std::uint32_t index) {
  return index < kPerArray ? 1 : index / kPerArray * kPerArray;
}
}  // namespace mini_cqe

/// Completion queue entry, one form for success and error: `syndrome` takes the place of the time
/// stamp when the opcode is an error.
struct Cqe {
  CqeOpcode opcode = CqeOpcode::kRequester;
  std::uint8_t owner = 0;
  bool solicited = false;
  std::uint32_t qpn = 0;
  std::uint16_t wqe_counter = 0;
  std::uint8_t wqe_opcode = 0;
  std::uint32_t byte_count = 0;
  std::uint32_t immediate = 0;
  std::uint16_t slid = 0;
  std::uint8_t sl = 0;
  bool has_grh = false;
  std::uint32_t remote_qpn = 0;
  std::uint32_t srqn = 0;
  std::uint64_t timestamp = 0;
  CqeSyndrome syndrome = CqeSyndrome::kNone;
  std::uint8_t vendor_syndrome = 0;
  std::uint8_t format = 0;
};

[[nodiscard]] constexpr bool is_error(CqeOpcode opcode) {
  return opcode == CqeOpcode::kRequesterError || opcode == CqeOpcode::kResponderError;
}

/// Owner bit of the entry that producer index `index` names in a queue of 2^log_size entries. A
/// consumer finds an entry new when its owner bit equals this for its own index.
[[nodiscard]] constexpr std::uint8_t owner_bit(std::uint32_t index, unsigned log_size) {
  return static_cast<std::uint8_t>(index >> log_size & 1);
}

/// The entries can share a title: success, and nothing but the mini fields differs.
[[nodiscard]] bool compressible(const Cqe& a, const Cqe& b);
void encode_mini(const Cqe& cqe, std::uint8_t* at);
/// The entry that a mini entry and its title stand for.
[[nodiscard]] Cqe expand_mini(const Cqe& title, const std::uint8_t* at);
[[nodiscard]] Cqe decode_cqe(const std::uint8_t* at);
void encode(const Cqe& cqe, std::uint8_t* at);
/// True when the 64 bytes hold an entry for consumer index `index`.
[[nodiscard]] bool cqe_is_new(const std::uint8_t* at, std::uint32_t index, unsigned log_size);

}  // namespace ib
