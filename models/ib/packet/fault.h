// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ib {

/// Why bytes from a wire are not a legal packet; the first rule broken, in the order of the checks.
enum class Fault : std::uint8_t {
  kNone,
  kTooShort,  ///< Fewer bytes than the headers that LNH and opcode call for.
  kLength,    ///< PktLen and the bytes received disagree, or PktLen is out of range.
  kVcrc,
  kLver,
  kDlid,           ///< Zero, or permissive off VL15.
  kSlid,           ///< Multicast, or zero off VL15.
  kGrhVersion,     ///< GRH.IPVer is not 6.
  kGrhNextHeader,  ///< GRH.NxtHdr is not 0x1B.
  kGrhLength,      ///< GRH.PayLen and PktLen disagree.
  kGrhMissing,     ///< Multicast without GRH.
  kIcrc,
  kTver,
  kOpcode,          ///< Reserved opcode.
  kPad,             ///< PadCnt exceeds the bytes there are.
  kPayloadLength,   ///< Not what the opcode allows.
  kMtu,             ///< Payload above the MTU.
  kManagementLane,  ///< VL15 and QP0 without each other, or not a 256-byte UD SEND Only.
};
inline constexpr std::size_t kFaults = 18;

/// "none", "too short", "bad VCRC", ...
[[nodiscard]] std::string_view name(Fault fault);

}  // namespace ib
