// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/queues/layout.h"
#include "models/ib/transport/path_migration.h"
#include "models/ib/transport/qp_state.h"

namespace ib {

/// Access rights, as bits of MKEY and QP contexts (numbered as verbs do).
namespace access {
inline constexpr std::uint32_t kLocalWrite = 1u << 0;
inline constexpr std::uint32_t kRemoteWrite = 1u << 1;
inline constexpr std::uint32_t kRemoteRead = 1u << 2;
inline constexpr std::uint32_t kRemoteAtomic = 1u << 3;
}  // namespace access

/// Attributes of a queue pair that MODIFY_QP sets, as bits of `attr_mask` (numbered as verbs do).
namespace qp_attribute {
inline constexpr std::uint32_t kState = 1u << 0;
inline constexpr std::uint32_t kAccessFlags = 1u << 3;
inline constexpr std::uint32_t kPKeyIndex = 1u << 4;
inline constexpr std::uint32_t kPort = 1u << 5;
inline constexpr std::uint32_t kQKey = 1u << 6;
inline constexpr std::uint32_t kAddressVector = 1u << 7;
inline constexpr std::uint32_t kPathMtu = 1u << 8;
inline constexpr std::uint32_t kTimeout = 1u << 9;
inline constexpr std::uint32_t kRetryCount = 1u << 10;
inline constexpr std::uint32_t kRnrRetry = 1u << 11;
inline constexpr std::uint32_t kRqPsn = 1u << 12;
inline constexpr std::uint32_t kMaxRdAtomic = 1u << 13;
inline constexpr std::uint32_t kAlternatePath = 1u << 14;
inline constexpr std::uint32_t kMinRnrTimer = 1u << 15;
inline constexpr std::uint32_t kSqPsn = 1u << 16;
inline constexpr std::uint32_t kMaxDestRdAtomic = 1u << 17;
inline constexpr std::uint32_t kMigrationState = 1u << 18;
inline constexpr std::uint32_t kDestQpn = 1u << 20;
inline constexpr std::uint32_t kWeight = 1u << 26;  ///< Not in verbs.
}  // namespace qp_attribute

namespace hca_context {
inline constexpr std::uint32_t kBytes = 64;
inline constexpr Field kTable{"context_table", 0x00, 0, 64,
                              "bus address of the memory that contexts live in, 0: none"};
inline constexpr Field kTableBytes{"context_bytes", 0x08, 0, 64,
                                   "its size, at least control_page.context_bytes"};
inline constexpr std::array kFields{kTable, kTableBytes};
inline constexpr Layout kLayout{"hca_context", "memory lent to the HCA", kBytes, kFields.data(),
                                kFields.size()};
}  // namespace hca_context

namespace mkey_context {
inline constexpr std::uint32_t kBytes = 64;
inline constexpr Field kAccess{"access", 0x00, 0, 4,
                               "bit 0 local write, 1 remote write, 2 remote read, 3 remote atomic"};
inline constexpr Field kRemoteInvalidate{"rinv", 0x00, 4, 1,
                                         "1: a peer may invalidate the key by SEND"};
inline constexpr Field kBind{"bind", 0x00, 5, 1, "1: memory windows may be bound to it"};
inline constexpr Field kKind{"kind", 0x00, 8, 2,
                             "0 region; 1 window type 1, 2 type 2A, 3 type 2B: `pd` counts alone"};
inline constexpr Field kLogPageSize{
    "log_page_size", 0x00, 16, 5, "12 to 30: log2 of the pages in `mtt`; 0: contiguous on the bus"};
inline constexpr Field kVariant{"variant", 0x04, 24, 8,
                                "lowest byte of the keys, chosen by software"};
inline constexpr Field kPd{"pd", 0x04, 0, 24, "protection domain"};
inline constexpr Field kStart{"start", 0x08, 0, 64, "first virtual address"};
inline constexpr Field kLength{"length", 0x10, 0, 64, "bytes"};
inline constexpr Field kBusAddress{"bus_address", 0x18, 0, 64,
                                   "contiguous region: bus address of the first byte"};
inline constexpr Field kMtt{"mtt", 0x20, 0, 64,
                            "paged region: bus address of its mtt entries, 64-byte aligned; read "
                            "64 bytes at a time"};
inline constexpr std::array kFields{kAccess,      kRemoteInvalidate, kBind, kKind,
                                    kLogPageSize, kVariant,          kPd,   kStart,
                                    kLength,      kBusAddress,       kMtt};
inline constexpr Layout kLayout{"mkey_context", "memory region", kBytes, kFields.data(),
                                kFields.size()};
}  // namespace mkey_context

/// An entry of a region's page list. The first is the page of the region's first byte.
namespace mtt_entry {
inline constexpr std::uint32_t kBytes = 8;
inline constexpr std::uint64_t kPresent = 1;
inline constexpr Field kPage{"page", 0x0, 0, 64,
                             "bus address of the page, aligned to its size; bit 0: present"};
inline constexpr std::array kFields{kPage};
inline constexpr Layout kLayout{"mtt_entry", "a page of a memory region", kBytes, kFields.data(),
                                kFields.size()};
}  // namespace mtt_entry

namespace cq_context {
inline constexpr std::uint32_t kBytes = 64;
inline constexpr Field kLogSize{"log_size", 0x00, 24, 5, "log2 of the number of entries"};
inline constexpr Field kUarPage{"uar_page", 0x00, 0, 24, "UAR page whose arm doorbell is obeyed"};
inline constexpr Field kEqn{"eqn", 0x04, 0, 8, "event queue"};
inline constexpr Field kBuffer{"buffer", 0x08, 0, 64,
                               "bus address of the entries, 64-byte aligned"};
inline constexpr Field kDoorbellRecord{"doorbell_record", 0x10, 0, 64,
                                       "bus address of the doorbell record"};
inline constexpr Field kCompress{"cqe_comp_en", 0x18, 31, 1, "1: entries may be compressed"};
inline constexpr Field kPeriod{"period_us", 0x18, 16, 12,
                               "longest wait of an event for further completions, us"};
inline constexpr Field kMaxCount{"max_count", 0x18, 0, 16,
                                 "an event stands for up to so many completions, 0 and 1: for one"};
inline constexpr std::array kFields{kLogSize,        kUarPage,  kEqn,    kBuffer,
                                    kDoorbellRecord, kCompress, kPeriod, kMaxCount};
inline constexpr Layout kLayout{"cq_context", "completion queue", kBytes, kFields.data(),
                                kFields.size()};
}  // namespace cq_context

namespace srq_context {
inline constexpr std::uint32_t kBytes = 64;
inline constexpr Field kLogSize{"log_size", 0x00, 24, 5, "log2 of the number of WQEs"};
inline constexpr Field kLogStride{"log_stride", 0x00, 16, 4, "log2 of a WQE's bytes, 5 to 10"};
inline constexpr Field kLimit{"limit", 0x00, 0, 16,
                              "ARM_SRQ: an event once fewer WQEs are left; 0: never"};
inline constexpr Field kPd{"pd", 0x04, 0, 24, "protection domain of the buffers"};
inline constexpr Field kBuffer{"buffer", 0x08, 0, 64, "bus address of the WQEs"};
inline constexpr Field kDoorbellRecord{"doorbell_record", 0x10, 0, 64,
                                       "bus address of the doorbell record, word 0"};
inline constexpr Field kXrcd{"xrcd", 0x18, 0, 24, "XRC domain; 0: for queue pairs created with it"};
inline constexpr Field kCqn{"cqn", 0x1C, 0, 24, "XRC: completion queue of its receives"};
inline constexpr std::array kFields{kLogSize, kLogStride,      kLimit, kPd,
                                    kBuffer,  kDoorbellRecord, kXrcd,  kCqn};
inline constexpr Layout kLayout{"srq_context", "shared receive queue", kBytes, kFields.data(),
                                kFields.size()};
}  // namespace srq_context

namespace mcg_context {
inline constexpr std::uint32_t kBytes = 16;
inline constexpr Field kGidHigh{"gid_h", 0x00, 0, 64, "multicast GID, first half"};
inline constexpr Field kGidLow{"gid_l", 0x08, 0, 64, "multicast GID, second half"};
inline constexpr std::array kFields{kGidHigh, kGidLow};
inline constexpr Layout kLayout{"mcg_context", "multicast group", kBytes, kFields.data(),
                                kFields.size()};
}  // namespace mcg_context

namespace rate_context {
inline constexpr std::uint32_t kBytes = 16;
inline constexpr Field kRate{"rate_mbps", 0x0, 0, 32, "packets of the service level, 0: no limit"};
inline constexpr std::array kFields{kRate};
inline constexpr Layout kLayout{"rate_context", "rate limit of a service level", kBytes,
                                kFields.data(), kFields.size()};
}  // namespace rate_context

namespace qp_context {
inline constexpr std::uint32_t kBytes = 256;
inline constexpr Field kAttrMask{"attr_mask", 0x00, 0, 32,
                                 "MODIFY_QP: which attributes below are valid"};
inline constexpr Field kState{"state", 0x04, 28, 4,
                              "0 Reset 1 Init 2 RTR 3 RTS 4 SQD 5 SQE 6 Error"};
inline constexpr Field kType{"type", 0x04, 24, 3,
                             "create: 0 RC 1 UC 2 RD 3 UD 4 raw IPv6 5 XRC initiator 6 XRC target "
                             "7 raw EtherType"};
inline constexpr Field kPd{"pd", 0x04, 0, 24, "create: protection domain"};
inline constexpr Field kLogSqSize{"log_sq_size", 0x08, 24, 5,
                                  "create: log2 of the send queue's 64-byte blocks"};
inline constexpr Field kUarPage{"uar_page", 0x08, 0, 24,
                                "create: UAR page whose doorbells are obeyed"};
inline constexpr Field kLogRqSize{"log_rq_size", 0x0C, 24, 5,
                                  "create: log2 of the receive queue's WQEs"};
inline constexpr Field kLogRqStride{"log_rq_stride", 0x0C, 16, 4,
                                    "create: log2 of a receive WQE's bytes, 4 to 10"};
inline constexpr Field kCqnSend{"cqn_send", 0x10, 0, 24,
                                "create: completion queue of the send queue"};
inline constexpr Field kCqnReceive{"cqn_receive", 0x14, 0, 24,
                                   "create: completion queue of the receive queue"};
inline constexpr Field kSrqn{"srqn", 0x18, 0, 24, "create: shared receive queue, 0 without"};
inline constexpr Field kXrcd{"xrcd", 0x1C, 0, 24, "create: XRC target: its XRC domain"};
inline constexpr Field kSqBuffer{"sq_buffer", 0x20, 0, 64, "create: bus address of the send queue"};
inline constexpr Field kRqBuffer{"rq_buffer", 0x28, 0, 64,
                                 "create: bus address of the receive queue"};
inline constexpr Field kDoorbellRecord{"doorbell_record", 0x30, 0, 64,
                                       "create: bus address of the doorbell record"};
inline constexpr Field kRdd{"rdd", 0x38, 0, 24,
                            "create: RD, end-to-end context: reliable datagram domain"};
inline constexpr Field kPathMtu{"path_mtu", 0x40, 28, 3, "1 256 2 512 3 1024 4 2048 5 4096 bytes"};
inline constexpr Field kAccess{"access", 0x40, 24, 4,
                               "operations enabled for the peer, as mkey_context.access"};
inline constexpr Field kDestQpn{"dest_qpn", 0x40, 0, 24,
                                "queue pair, or end-to-end context, of the peer"};
inline constexpr Field kDlid{"dlid", 0x44, 16, 16, "LID of the peer"};
inline constexpr Field kSl{"sl", 0x44, 12, 4, "service level"};
inline constexpr Field kStaticRate{"static_rate", 0x44, 7, 5,
                                   "rate code of the path (verbs, path records), 0: no limit"};
inline constexpr Field kSourcePathBits{"source_path_bits", 0x44, 0, 7, "added to the port's LID"};
inline constexpr Field kPKeyIndex{"pkey_index", 0x48, 16, 16, "entry of the port's P_Key table"};
inline constexpr Field kPort{"port", 0x48, 0, 8, "port number, 1"};
inline constexpr Field kWeight{"weight", 0x48, 8, 8,
                               "packets a turn of the weighted send scheduler, 0 as 1"};
inline constexpr Field kRetryCount{"retry_cnt", 0x4C, 28, 3,
                                   "retries after time-outs and sequence errors"};
inline constexpr Field kRnrRetry{"rnr_retry", 0x4C, 24, 3, "retries after RNR NAKs, 7 = endless"};
inline constexpr Field kTimeout{"timeout", 0x4C, 16, 5, "4.096 us * 2^n, 0 = never"};
inline constexpr Field kMinRnrTimer{"min_rnr_timer", 0x4C, 8, 5,
                                    "code sent in RNR NAKs (ib-facts 1.7)"};
inline constexpr Field kMaxRdAtomic{"max_rd_atomic", 0x50, 24, 8,
                                    "READs and atomics outstanding as requester"};
inline constexpr Field kMaxDestRdAtomic{"max_dest_rd_atomic", 0x50, 16, 8,
                                        "READs and atomics outstanding as responder"};
inline constexpr Field kSqPsn{"sq_psn", 0x54, 0, 24, "first PSN sent"};
inline constexpr Field kRqPsn{"rq_psn", 0x58, 0, 24, "first PSN expected"};
inline constexpr Field kQKey{"q_key", 0x5C, 0, 32, "UD, RD: queue key"};
inline constexpr Field kAltDlid{"alt_dlid", 0x60, 16, 16,
                                "alternate path, as the primary one above"};
inline constexpr Field kAltSl{"alt_sl", 0x60, 12, 4, "alternate path"};
inline constexpr Field kAltStaticRate{"alt_static_rate", 0x60, 7, 5, "alternate path"};
inline constexpr Field kAltPathBits{"alt_source_path_bits", 0x60, 0, 7, "alternate path"};
inline constexpr Field kAltPKeyIndex{"alt_pkey_index", 0x64, 16, 16, "alternate path"};
inline constexpr Field kAltTimeout{"alt_timeout", 0x64, 8, 5, "alternate path"};
inline constexpr Field kMigration{"path_mig_state", 0x64, 0, 2, "0 migrated, 1 rearm, 2 armed"};
inline constexpr std::array kFields{kAttrMask,
                                    kState,
                                    kType,
                                    kPd,
                                    kLogSqSize,
                                    kUarPage,
                                    kLogRqSize,
                                    kLogRqStride,
                                    kCqnSend,
                                    kCqnReceive,
                                    kSrqn,
                                    kRdd,
                                    kSqBuffer,
                                    kRqBuffer,
                                    kDoorbellRecord,
                                    kPathMtu,
                                    kAccess,
                                    kDestQpn,
                                    kDlid,
                                    kSl,
                                    kStaticRate,
                                    kSourcePathBits,
                                    kWeight,
                                    kPKeyIndex,
                                    kPort,
                                    kRetryCount,
                                    kRnrRetry,
                                    kTimeout,
                                    kMinRnrTimer,
                                    kMaxRdAtomic,
                                    kMaxDestRdAtomic,
                                    kSqPsn,
                                    kRqPsn,
                                    kQKey,
                                    kAltDlid,
                                    kAltSl,
                                    kAltStaticRate,
                                    kAltPathBits,
                                    kAltPKeyIndex,
                                    kAltTimeout,
                                    kMigration};
inline constexpr Layout kLayout{"qp_context", "queue pair", kBytes, kFields.data(), kFields.size()};
}  // namespace qp_context

/// Memory that software lends to the HCA.
struct HcaContext {
  std::uint64_t table = 0;
  std::uint64_t table_bytes = 0;
};

/// What a memory key stands for.
enum class MkeyKind : std::uint8_t { kRegion, kWindowType1, kWindowType2A, kWindowType2B };

/// A memory region or window.
struct MkeyContext {
  MkeyKind kind = MkeyKind::kRegion;
  std::uint32_t access = 0;
  bool bind = false;  ///< Windows may be bound to the region.
  bool remote_invalidate = false;
  std::uint8_t variant = 0;
  std::uint32_t pd = 0;
  std::uint64_t start = 0;
  std::uint64_t length = 0;
  std::uint64_t bus_address = 0;
  std::uint8_t log_page_size = 0;  ///< 0: contiguous at `bus_address`.
  std::uint64_t mtt = 0;           ///< Else bus address of the page list.
};

/// A completion queue.
struct CqContext {
  std::uint8_t log_size = 0;
  std::uint32_t uar_page = 0;
  std::uint8_t eqn = 0;  ///< 0: no events.
  std::uint16_t period_us = 0;
  std::uint16_t max_count = 0;
  bool compress = false;
  std::uint64_t buffer = 0;
  std::uint64_t doorbell_record = 0;
};

/// A shared receive queue.
struct SrqContext {
  std::uint8_t log_size = 0;
  std::uint8_t log_stride = 5;
  std::uint16_t limit = 0;
  std::uint32_t pd = 0;
  std::uint64_t buffer = 0;
  std::uint64_t doorbell_record = 0;
  std::uint32_t xrcd = 0;  ///< XRC domain, 0: none.
  std::uint32_t cqn = 0;   ///< XRC only.
};

/// A second path to the peer, which takes the place of the first when that fails.
struct AlternatePath {
  std::uint16_t dlid = 0;  ///< 0: there is none.
  std::uint8_t sl = 0;
  std::uint8_t static_rate = 0;
  std::uint8_t source_path_bits = 0;
  std::uint16_t pkey_index = 0;
  std::uint8_t timeout = 0;
};

/// Attributes of a queue pair that MODIFY_QP sets.
struct QpAttributes {
  std::uint8_t path_mtu = 0;  ///< MTU code 1 to 5.
  std::uint32_t access = 0;
  std::uint32_t dest_qpn = 0;
  std::uint16_t dlid = 0;
  std::uint8_t sl = 0;
  std::uint8_t source_path_bits = 0;
  std::uint8_t static_rate = 0;
  std::uint8_t weight = 0;
  std::uint16_t pkey_index = 0;
  std::uint8_t port = 1;
  std::uint8_t retry_count = 0;
  std::uint8_t rnr_retry = 0;
  std::uint8_t timeout = 0;
  std::uint8_t min_rnr_timer = 0;
  std::uint8_t max_rd_atomic = 0;
  std::uint8_t max_dest_rd_atomic = 0;
  std::uint32_t sq_psn = 0;
  std::uint32_t rq_psn = 0;
  std::uint32_t q_key = 0;
  AlternatePath alternate;
  MigrationState migration = MigrationState::kMigrated;
};

/// A queue pair: what CREATE_QP fixes, its state, and the attributes.
struct QpContext {
  std::uint32_t attr_mask = 0;
  QpState state = QpState::kReset;
  QpType type = QpType::kRc;
  std::uint32_t pd = 0;
  std::uint8_t log_sq_size = 0;
  std::uint32_t uar_page = 0;
  std::uint8_t log_rq_size = 0;
  std::uint8_t log_rq_stride = 4;
  std::uint32_t cqn_send = 0;
  std::uint32_t cqn_receive = 0;
  std::uint32_t srqn = 0;
  std::uint32_t xrcd = 0;  ///< XRC target only.
  std::uint32_t rdd = 0;   ///< RD and end-to-end contexts only.
  std::uint64_t sq_buffer = 0;
  std::uint64_t rq_buffer = 0;
  std::uint64_t doorbell_record = 0;
  QpAttributes attributes;
};

[[nodiscard]] HcaContext decode_hca_context(const std::uint8_t* at);
void encode(const HcaContext& context, std::uint8_t* at);
[[nodiscard]] MkeyContext decode_mkey_context(const std::uint8_t* at);
void encode(const MkeyContext& context, std::uint8_t* at);
[[nodiscard]] CqContext decode_cq_context(const std::uint8_t* at);
void encode(const CqContext& context, std::uint8_t* at);
[[nodiscard]] SrqContext decode_srq_context(const std::uint8_t* at);
void encode(const SrqContext& context, std::uint8_t* at);
[[nodiscard]] QpContext decode_qp_context(const std::uint8_t* at);
void encode(const QpContext& context, std::uint8_t* at);

}  // namespace ib
