// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/management/bit_field.h"
#include "models/ib/packet/mad_header.h"

namespace ib {

using SmpData = std::array<std::uint8_t, smp::kDataBytes>;

/// Subnet management attributes (ib-facts 5.4). IBTA Vol 1, 14.2.5.
enum class SmpAttributeId : std::uint16_t {
  kNotice = 0x0002,
  kNodeDescription = 0x0010,
  kNodeInfo = 0x0011,
  kSwitchInfo = 0x0012,
  kGuidInfo = 0x0014,
  kPortInfo = 0x0015,
  kPKeyTable = 0x0016,
  kSlToVlMapping = 0x0017,
  kVlArbitration = 0x0018,
  kLinearForwardingTable = 0x0019,
  kMulticastForwardingTable = 0x001B,
  kSmInfo = 0x0020,
  kVendorDiag = 0x0030,
  kLedInfo = 0x0031,
  kPortInfoExtended = 0x0033,
  kMellanoxExtendedPortInfo = 0xFF90,
};

enum class MadMethod : std::uint8_t {
  kGet = 0x01,
  kSet = 0x02,
  kSend = 0x03,
  kTrap = 0x05,
  kReport = 0x06,
  kTrapRepress = 0x07,
  kGetResp = 0x81,  ///< Answers a Get and a Set alike.
  kReportResp = 0x86,
};

/// The low 15 bits of MAD status.
enum class MadStatus : std::uint16_t {
  kOk = 0x0000,
  kBusy = 0x0001,
  kRedirect = 0x0002,
  kBadVersion = 0x0004,
  kBadMethod = 0x0008,
  kBadMethodAttribute = 0x000C,
  kBadValue = 0x001C,
};

namespace detail {

struct FieldWriter {
  std::uint8_t* to;
  template <class T>
  constexpr void operator()(unsigned first, unsigned width, const T& value) {
    store_bits(to, first, width, FieldBits<T>::to(value));
  }
};

struct FieldReader {
  const std::uint8_t* from;
  template <class T>
  constexpr void operator()(unsigned first, unsigned width, T& value) {
    value = FieldBits<T>::from(load_bits(from, first, width));
  }
};

}  // namespace detail

// An attribute lists its fields once: `template <class Self, class Visitor> static constexpr void
// fields(Self&, Visitor&)` calls the visitor with first bit, width and member. Both directions walk
// that list.

/// Writes an attribute's fields into bytes whose reserved bits are already as they are to be.
template <class Attribute>
constexpr void write_attribute(const Attribute& attribute, std::uint8_t* to) {
  detail::FieldWriter writer{to};
  Attribute::fields(attribute, writer);
}

template <class Attribute>
[[nodiscard]] constexpr Attribute read_attribute(const std::uint8_t* from) {
  Attribute attribute{};
  detail::FieldReader reader{from};
  Attribute::fields(attribute, reader);
  return attribute;
}

/// Reserved bits are written as zero.
template <class Attribute>
[[nodiscard]] constexpr SmpData encode_attribute(const Attribute& attribute) {
  SmpData data{};
  write_attribute(attribute, data.data());
  return data;
}

/// Reserved bits are ignored.
template <class Attribute>
[[nodiscard]] constexpr Attribute decode_attribute(const SmpData& data) {
  return read_attribute<Attribute>(data.data());
}

}  // namespace ib
