// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string>

#include "testbenches/unit/fake_node.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {

/// The MAD of a golden packet, with the LIDs of its LRH.
inline MadPacket golden_mad(const std::string& name) {
  constexpr std::size_t kMadAt = 28;
  const Bytes wire = vector_bytes(name);
  MadPacket packet;
  std::memcpy(packet.mad.data(), wire.data() + kMadAt, kMadBytes);
  packet.dlid = Lid{load_be16(&wire[2])};
  packet.slid = Lid{load_be16(&wire[6])};
  packet.dest_qp = Qpn{load_be24(&wire[13])};
  packet.q_key = QKey{load_be32(&wire[20])};
  packet.src_qp = Qpn{load_be24(&wire[25])};
  return packet;
}

/// A LID-routed request to LID 4 of class `mgmt_class`; the data begins with the bytes of `hex`.
inline MadPacket request(std::uint8_t mgmt_class, MadMethod method, std::uint16_t attribute,
                         std::uint32_t modifier, const std::string& hex = "") {
  MadPacket packet;
  MadHeader header;
  header.mgmt_class = mgmt_class;
  header.class_version = mgmt_class == 0x21 ? 2 : 1;
  header.method = static_cast<std::uint8_t>(method);
  header.transaction_id = 0x1234;
  header.attribute_id = attribute;
  header.attribute_modifier = modifier;
  header.encode(packet.mad.data());
  const Bytes data = from_hex(hex);
  std::memcpy(&packet.mad[smp::kData], data.data(), data.size());
  packet.slid = Lid{1};
  packet.dlid = Lid{4};
  if (mgmt_class != 1) {
    packet.dest_qp = kQp1;
    packet.src_qp = kQp1;
    packet.q_key = kQp1QKey;
  }
  return packet;
}

inline MadStatus status_of(const MadPacket& answer) {
  return static_cast<MadStatus>(answer.header().status & 0x7FFF);
}

/// The first `count` bytes of the data as hex.
inline std::string data_hex(const MadPacket& packet, std::size_t count, std::size_t from = 0) {
  static const char* const kDigits = "0123456789abcdef";
  std::string hex;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t byte = packet.mad[smp::kData + from + i];
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace ib::tb
