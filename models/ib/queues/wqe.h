// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/ib/queues/layout.h"

namespace ib {

inline constexpr std::uint32_t kSegmentBytes = 16;     ///< Unit of a send WQE's length (`ds`).
inline constexpr std::uint32_t kBasicBlockBytes = 64;  ///< Unit of the send queue's indices.
inline constexpr std::uint32_t kMaxSegments = 63;
inline constexpr std::uint32_t kMaxWqeBytes = kMaxSegments * kSegmentBytes;
/// L_Key that ends the list of a receive WQE early.
inline constexpr std::uint32_t kTerminatorLKey = 0x100;

/// Opcodes of a send WQE (ib-facts 9.3).
enum class WqeOpcode : std::uint8_t {
  kNop = 0x00,
  kSendInvalidate = 0x01,
  kRdmaWrite = 0x08,
  kRdmaWriteImmediate = 0x09,
  kSend = 0x0A,
  kSendImmediate = 0x0B,
  kRdmaRead = 0x10,
  kCompareSwap = 0x11,
  kFetchAdd = 0x12,
  kBindWindow = 0x18,
  kLocalInvalidate = 0x1B,
};

namespace control_segment {
inline constexpr Field kOpmod{"opmod", 0x0, 24, 8, "opcode modifier, 0"};
inline constexpr Field kWqeIndex{"wqe_index", 0x0, 8, 16,
                                 "producer index of this WQE's first block"};
inline constexpr Field kOpcode{"opcode", 0x0, 0, 8, "what to do"};
inline constexpr Field kQpn{"qpn", 0x4, 8, 24, "queue pair number"};
inline constexpr Field kDs{"ds", 0x4, 0, 6,
                           "length of the WQE in 16-byte segments, this one included"};
inline constexpr Field kSignature{"signature", 0x8, 24, 8, "not checked"};
inline constexpr Field kFence{"fence", 0x8, 5, 3, "4: wait for all outstanding READs and atomics"};
inline constexpr Field kCompletion{"ce", 0x8, 2, 2, "2: write a CQE; 0: only when in error"};
inline constexpr Field kSolicited{"se", 0x8, 1, 1, "solicited event at the other end"};
inline constexpr Field kImmediate{"imm", 0xC, 0, 32,
                                  "immediate data, key to invalidate, or EtherType"};
inline constexpr std::array kFields{kOpmod,     kWqeIndex, kOpcode,     kQpn,       kDs,
                                    kSignature, kFence,    kCompletion, kSolicited, kImmediate};
inline constexpr Layout kLayout{"control_segment", "first segment of every send WQE", kSegmentBytes,
                                kFields.data(), kFields.size()};
}  // namespace control_segment

namespace raddr_segment {
inline constexpr Field kAddress{"raddr", 0x0, 0, 64, "remote virtual address"};
inline constexpr Field kRKey{"rkey", 0x8, 0, 32, "remote key"};
inline constexpr std::array kFields{kAddress, kRKey};
inline constexpr Layout kLayout{"raddr_segment", "RDMA and atomics: the remote place",
                                kSegmentBytes, kFields.data(), kFields.size()};
}  // namespace raddr_segment

namespace atomic_segment {
inline constexpr Field kSwapAdd{"swap_add", 0x0, 0, 64, "value to swap in or to add"};
inline constexpr Field kCompare{"compare", 0x8, 0, 64, "value to compare with"};
inline constexpr std::array kFields{kSwapAdd, kCompare};
inline constexpr Layout kLayout{"atomic_segment", "atomics: the operands", kSegmentBytes,
                                kFields.data(), kFields.size()};
}  // namespace atomic_segment

/// What a BIND_MW request does, after the control segment, as mlx4 laid it out.
namespace bind_segment {
inline constexpr std::uint32_t kBytes = 32;
inline constexpr Field kRead{"read", 0x0, 31, 1, "peers may read"};
inline constexpr Field kWrite{"write", 0x0, 30, 1, "peers may write"};
inline constexpr Field kAtomic{"atomic", 0x0, 29, 1, "peers may use atomics"};
inline constexpr Field kType2{"type_2", 0x4, 31, 1, "1: the window is of type 2"};
inline constexpr Field kZeroBased{"zero_based", 0x4, 30, 1,
                                  "1: its addresses start at 0, not at `addr`"};
inline constexpr Field kNewRKey{"new_rkey", 0x8, 0, 32,
                                "the window's number and the lowest byte of its R_Key to be"};
inline constexpr Field kLKey{"lkey", 0xC, 0, 32, "region to bind to"};
inline constexpr Field kAddress{"addr", 0x10, 0, 64, "first virtual address in the region"};
inline constexpr Field kLength{"length", 0x18, 0, 64, "bytes; 0: unbinds a window of type 1"};
inline constexpr std::array kFields{kRead,    kWrite, kAtomic,  kType2, kZeroBased,
                                    kNewRKey, kLKey,  kAddress, kLength};
inline constexpr Layout kLayout{"bind_segment", "memory windows: what to show of which region",
                                kBytes, kFields.data(), kFields.size()};
}  // namespace bind_segment

/// Second segment of each send WQE of an XRC initiator, as mlx5 lays it out.
namespace xrc_segment {
inline constexpr Field kSrqn{"xrc_srqn", 0x0, 0, 24, "shared receive queue at the other end"};
inline constexpr std::array kFields{kSrqn};
inline constexpr Layout kLayout{"xrc_segment", "XRC: the shared receive queue meant", kSegmentBytes,
                                kFields.data(), kFields.size()};
}  // namespace xrc_segment

/// Second segment of each send WQE of reliable datagrams.
namespace rd_segment {
inline constexpr Field kEeContext{"eecn", 0x0, 0, 24, "end-to-end context of this end"};
inline constexpr Field kQKey{"qkey", 0x4, 0, 32, "Q_Key; with bit 31 set the queue pair's own"};
inline constexpr Field kDestQpn{"dqp", 0x8, 0, 24, "destination queue pair"};
inline constexpr std::array kFields{kEeContext, kQKey, kDestQpn};
inline constexpr Layout kLayout{"rd_segment", "RD: by which context to which queue pair",
                                kSegmentBytes, kFields.data(), kFields.size()};
}  // namespace rd_segment

/// First segment of a WQE in a shared receive queue.
namespace next_segment {
inline constexpr Field kNextIndex{"next_wqe_index", 0x0, 0, 16, "WQE to use after this one"};
inline constexpr std::array kFields{kNextIndex};
inline constexpr Layout kLayout{"next_segment", "shared receive queue: the chain of WQEs",
                                kSegmentBytes, kFields.data(), kFields.size()};
}  // namespace next_segment

/// Address vector of a datagram, as mlx5 lays it out.
namespace datagram_segment {
inline constexpr std::uint32_t kBytes = 48;
inline constexpr Field kQKey{"qkey", 0x0, 0, 32, "Q_Key; with bit 31 set the queue pair's own"};
inline constexpr Field kExtended{"ext", 0x8, 31, 1, "1: all 48 bytes are valid; has to be 1"};
inline constexpr Field kDestQpn{"dqp", 0x8, 0, 24, "destination queue pair"};
inline constexpr Field kStaticRate{"stat_rate", 0xC, 28, 4,
                                   "rate code of the path plus 5 (7 to 15), 0: no limit"};
inline constexpr Field kSl{"sl", 0xC, 24, 4, "service level"};
inline constexpr Field kPathBits{"mlid", 0xC, 16, 7, "source path bits, added to the port's LID"};
inline constexpr Field kDlid{"rlid", 0xC, 0, 16, "destination LID"};
inline constexpr Field kTrafficClass{"tclass", 0x18, 8, 8, "GRH: traffic class"};
inline constexpr Field kHopLimit{"hop_limit", 0x18, 0, 8, "GRH: hop limit"};
inline constexpr Field kGrh{"grh", 0x1C, 30, 1, "1: the packet carries a GRH"};
inline constexpr Field kSgidIndex{"sgid_index", 0x1C, 20, 8, "GRH: entry of the GID table, 0"};
inline constexpr Field kFlowLabel{"flow_label", 0x1C, 0, 20, "GRH: flow label"};
inline constexpr Field kDgidHigh{"rgid_h", 0x20, 0, 64, "GRH: destination GID, first half"};
inline constexpr Field kDgidLow{"rgid_l", 0x28, 0, 64, "GRH: destination GID, second half"};
inline constexpr std::array kFields{kQKey,      kExtended,  kDestQpn,      kStaticRate, kSl,
                                    kPathBits,  kDlid,      kTrafficClass, kHopLimit,   kGrh,
                                    kSgidIndex, kFlowLabel, kDgidHigh,     kDgidLow};
inline constexpr Layout kLayout{"datagram_segment", "UD: where the datagram goes", kBytes,
                                kFields.data(), kFields.size()};
}  // namespace datagram_segment

namespace data_segment {
inline constexpr Field kInline{"inline", 0x0, 31, 1, "1: inline data follows this word"};
inline constexpr Field kByteCount{"byte_count", 0x0, 0, 31, "length; inline lengths use 10 bits"};
inline constexpr Field kLKey{"lkey", 0x4, 0, 32, "local key; 0x100 ends a receive list"};
inline constexpr Field kAddress{"addr", 0x8, 0, 64, "local virtual address"};
inline constexpr std::array kFields{kInline, kByteCount, kLKey, kAddress};
inline constexpr Layout kLayout{"data_segment", "one piece of local memory", kSegmentBytes,
                                kFields.data(), kFields.size()};
}  // namespace data_segment

/// First segment of a send WQE; its first eight bytes are also the doorbell.
struct ControlSegment {
  std::uint8_t opmod = 0;
  std::uint16_t wqe_index = 0;
  std::uint8_t opcode = 0;  ///< A WqeOpcode, unless the guest wrote nonsense.
  std::uint32_t qpn = 0;
  std::uint8_t ds = 0;
  bool fence = false;
  bool completion = false;
  bool solicited = false;
  std::uint32_t immediate = 0;
};

struct RaddrSegment {
  std::uint64_t address = 0;
  std::uint32_t rkey = 0;
};

struct AtomicSegment {
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;
};

/// Binding of a memory window to a part of a region.
struct WindowBinding {
  std::uint32_t access = 0;  ///< Remote rights, bits of ib::access.
  bool type_2 = false;
  bool zero_based = false;
  std::uint32_t rkey = 0;  ///< The window's, from now on.
  std::uint32_t lkey = 0;  ///< The region's.
  std::uint64_t address = 0;
  std::uint64_t length = 0;
};

/// Where a datagram goes: an address handle and the queue pair behind it.
struct AddressVector {
  std::uint32_t q_key = 0;  ///< With bit 31 set: the sending queue pair's own.
  std::uint32_t dest_qpn = 0;
  std::uint8_t sl = 0;
  std::uint8_t path_bits = 0;
  std::uint16_t dlid = 0;
  std::uint8_t static_rate = 0;  ///< Rate code, 0: no limit.
  bool has_grh = false;          ///< The fields below count.
  std::uint8_t traffic_class = 0;
  std::uint8_t hop_limit = 0;
  std::uint32_t flow_label = 0;
  std::uint64_t dgid_high = 0;
  std::uint64_t dgid_low = 0;
};

/// A piece of local memory.
struct DataSegment {
  std::uint32_t byte_count = 0;
  std::uint32_t lkey = 0;
  std::uint64_t address = 0;
};

[[nodiscard]] ControlSegment decode_control(const std::uint8_t* at);
void encode(const ControlSegment& segment, std::uint8_t* at);
[[nodiscard]] RaddrSegment decode_raddr(const std::uint8_t* at);
void encode(const RaddrSegment& segment, std::uint8_t* at);
[[nodiscard]] AtomicSegment decode_atomic(const std::uint8_t* at);
void encode(const AtomicSegment& segment, std::uint8_t* at);
[[nodiscard]] WindowBinding decode_binding(const std::uint8_t* at);
void encode(const WindowBinding& binding, std::uint8_t* at);
[[nodiscard]] AddressVector decode_address_vector(const std::uint8_t* at);
void encode(const AddressVector& vector, std::uint8_t* at);
[[nodiscard]] DataSegment decode_data(const std::uint8_t* at);
void encode(const DataSegment& segment, std::uint8_t* at);

/// Header word of an inline piece: data follows at once, padded to whole segments.
void encode_inline_header(std::uint32_t byte_count, std::uint8_t* at);
/// Segments that an inline piece of `byte_count` bytes takes, header included.
[[nodiscard]] constexpr std::uint32_t inline_segments(std::uint32_t byte_count) {
  return (4 + byte_count + kSegmentBytes - 1) / kSegmentBytes;
}
/// Basic blocks of a WQE of `ds` segments.
[[nodiscard]] constexpr std::uint32_t basic_blocks(std::uint32_t ds) { return (ds + 3) / 4; }

/// Segments of a send WQE after its fixed ones, walked in order without trusting the guest.
class DataSegments {
 public:
  struct Piece {
    bool is_inline = false;
    std::uint32_t byte_count = 0;
    DataSegment segment;                        ///< When not inline.
    const std::uint8_t* inline_data = nullptr;  ///< When inline.
  };

  DataSegments(const std::uint8_t* first, const std::uint8_t* end) : at_(first), end_(end) {}
  /// The next piece, nothing at the end or at a piece that leaves the WQE.
  [[nodiscard]] std::optional<Piece> next();
  /// A piece left the WQE: the WQE is malformed.
  [[nodiscard]] bool malformed() const { return malformed_; }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  bool malformed_ = false;
};

}  // namespace ib
