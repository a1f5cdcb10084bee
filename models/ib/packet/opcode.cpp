// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/opcode.h"

#include "models/ib/packet/transport_headers.h"

namespace ib {
namespace {

constexpr std::array<std::uint8_t, kExtensions> kExtensionBytes = {
    Rdeth::kBytes, Deth::kBytes,         XrcEth::kBytes, Reth::kBytes, AtomicEth::kBytes,
    Aeth::kBytes,  AtomicAckEth::kBytes, ImmDt::kBytes,  Ieth::kBytes};

/// One row of the table in ib-facts 1.5, before the transport is applied.
struct Row {
  std::string_view name;
  Operation operation;
  Position position;
  PayloadRule payload;
  std::uint16_t extensions;
  std::uint8_t transports;  ///< Set of transport_bit.
};

constexpr std::uint8_t transport_bit(Transport t) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(t));
}
constexpr std::uint8_t kRcXrc = transport_bit(Transport::kRc) | transport_bit(Transport::kXrc);
constexpr std::uint8_t kReliable = kRcXrc | transport_bit(Transport::kRd);
constexpr std::uint8_t kConnected = kReliable | transport_bit(Transport::kUc);
constexpr std::uint8_t kAllFour = kConnected | transport_bit(Transport::kUd);
constexpr std::uint8_t kRdOnly = transport_bit(Transport::kRd);

constexpr std::uint16_t kReth = extension_bit(Extension::kReth);
constexpr std::uint16_t kImm = extension_bit(Extension::kImmDt);
constexpr std::uint16_t kAeth = extension_bit(Extension::kAeth);
constexpr std::uint16_t kAtomic = extension_bit(Extension::kAtomicEth);
constexpr std::uint16_t kAtomicAck = extension_bit(Extension::kAtomicAckEth);
constexpr std::uint16_t kIeth = extension_bit(Extension::kIeth);

using O = Operation;
using P = Position;
using L = PayloadRule;

constexpr std::array<Row, 24> kRows = {{
    {"SEND First", O::kSend, P::kFirst, L::kFull, 0, kConnected},
    {"SEND Middle", O::kSend, P::kMiddle, L::kFull, 0, kConnected},
    {"SEND Last", O::kSend, P::kLast, L::kSome, 0, kConnected},
    {"SEND Last Immediate", O::kSend, P::kLast, L::kSome, kImm, kConnected},
    {"SEND Only", O::kSend, P::kOnly, L::kAny, 0, kAllFour},
    {"SEND Only Immediate", O::kSend, P::kOnly, L::kAny, kImm, kAllFour},
    {"WRITE First", O::kWrite, P::kFirst, L::kFull, kReth, kConnected},
    {"WRITE Middle", O::kWrite, P::kMiddle, L::kFull, 0, kConnected},
    {"WRITE Last", O::kWrite, P::kLast, L::kSome, 0, kConnected},
    {"WRITE Last Immediate", O::kWrite, P::kLast, L::kSome, kImm, kConnected},
    {"WRITE Only", O::kWrite, P::kOnly, L::kAny, kReth, kConnected},
    {"WRITE Only Immediate", O::kWrite, P::kOnly, L::kAny, kReth | kImm, kConnected},
    {"READ Request", O::kReadRequest, P::kOnly, L::kNone, kReth, kReliable},
    {"READ Response First", O::kReadResponse, P::kFirst, L::kFull, kAeth, kReliable},
    {"READ Response Middle", O::kReadResponse, P::kMiddle, L::kFull, 0, kReliable},
    {"READ Response Last", O::kReadResponse, P::kLast, L::kSome, kAeth, kReliable},
    {"READ Response Only", O::kReadResponse, P::kOnly, L::kAny, kAeth, kReliable},
    {"Acknowledge", O::kAck, P::kOnly, L::kNone, kAeth, kReliable},
    {"Atomic Acknowledge", O::kAtomicAck, P::kOnly, L::kNone, kAeth | kAtomicAck, kReliable},
    {"CmpSwap", O::kCmpSwap, P::kOnly, L::kNone, kAtomic, kReliable},
    {"FetchAdd", O::kFetchAdd, P::kOnly, L::kNone, kAtomic, kReliable},
    {"RESYNC", O::kResync, P::kOnly, L::kNone, 0, kRdOnly},
    {"SEND Last Invalidate", O::kSend, P::kLast, L::kSome, kIeth, kRcXrc},
    {"SEND Only Invalidate", O::kSend, P::kOnly, L::kAny, kIeth, kRcXrc},
}};

constexpr bool is_response(Operation operation) {
  return operation == O::kReadResponse || operation == O::kAck || operation == O::kAtomicAck;
}

constexpr std::array<std::string_view, 8> kTransportNames = {"RC", "UC",  "RD", "UD",
                                                             "CN", "XRC", "?",  "?"};

/// Headers that the transport puts before those of the operation.
constexpr std::uint16_t transport_extensions(Transport transport, bool response) {
  constexpr std::uint16_t rdeth = extension_bit(Extension::kRdeth);
  constexpr std::uint16_t deth = extension_bit(Extension::kDeth);
  switch (transport) {
    case Transport::kRd:
      return response ? rdeth : static_cast<std::uint16_t>(rdeth | deth);
    case Transport::kUd:
      return deth;
    case Transport::kXrc:
      return response ? std::uint16_t{0} : extension_bit(Extension::kXrcEth);
    default:
      return 0;
  }
}

constexpr std::uint8_t total_bytes(std::uint16_t extensions) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < kExtensions; ++i) {
    if ((extensions >> i & 1) != 0) sum += kExtensionBytes[i];
  }
  return static_cast<std::uint8_t>(sum);
}

constexpr OpcodeInfo make_info(Transport transport, const Row& row) {
  OpcodeInfo info;
  info.valid = true;
  info.response = is_response(row.operation);
  info.transport = transport;
  info.operation = row.operation;
  info.position = row.position;
  info.payload = row.payload;
  info.extensions =
      static_cast<std::uint16_t>(row.extensions | transport_extensions(transport, info.response));
  info.extension_bytes = total_bytes(info.extensions);
  return info;
}

constexpr std::array<OpcodeInfo, 256> make_table() {
  std::array<OpcodeInfo, 256> table{};
  for (const Transport t :
       {Transport::kRc, Transport::kUc, Transport::kRd, Transport::kUd, Transport::kXrc}) {
    for (std::size_t low = 0; low < kRows.size(); ++low) {
      if ((kRows[low].transports & transport_bit(t)) == 0) continue;
      table[opcode(t, static_cast<std::uint8_t>(low))] = make_info(t, kRows[low]);
    }
  }
  table[kCnpOpcode] = make_info(Transport::kCnp, {"", O::kCnp, P::kOnly, PayloadRule::kCnp, 0, 0});
  return table;
}

}  // namespace

constexpr std::array<OpcodeInfo, 256> kOpcodeTable = make_table();

std::size_t extension_offset(const OpcodeInfo& info, Extension e) {
  const unsigned before = info.extensions & (extension_bit(e) - 1u);
  return total_bytes(static_cast<std::uint16_t>(before));
}

bool payload_allowed(PayloadRule rule, std::uint32_t payload_bytes, Mtu path_mtu) {
  const std::uint32_t limit = bytes(path_mtu);
  switch (rule) {
    case PayloadRule::kNone:
      return payload_bytes == 0;
    case PayloadRule::kFull:
      return payload_bytes == limit;
    case PayloadRule::kSome:
      return payload_bytes > 0 && payload_bytes <= limit;
    case PayloadRule::kAny:
      return payload_bytes <= limit;
    case PayloadRule::kCnp:
      return payload_bytes == kCnpPayloadBytes;
  }
  return false;
}

std::string_view transport_name(Transport transport) {
  return kTransportNames[static_cast<unsigned>(transport) & 7];
}

std::string_view operation_name(std::uint8_t opcode) {
  if (opcode == kCnpOpcode) return "CNP";
  return opcode_info(opcode).valid ? kRows[opcode & 0x1F].name : "Reserved";
}

}  // namespace ib
