// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/opcode.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace ib {
namespace {

using E = Extension;
using R = PayloadRule;

struct Expected {
  std::uint8_t opcode;
  std::vector<Extension> headers;
  PayloadRule payload;
  bool response;
};

/// ib-facts 1.5 written out by hand, not derived from the table under test.
const std::vector<Expected>& expected() {
  static const std::vector<Expected> all = {
      // RC
      {0x00, {}, R::kFull, false},
      {0x01, {}, R::kFull, false},
      {0x02, {}, R::kSome, false},
      {0x03, {E::kImmDt}, R::kSome, false},
      {0x04, {}, R::kAny, false},
      {0x05, {E::kImmDt}, R::kAny, false},
      {0x06, {E::kReth}, R::kFull, false},
      {0x07, {}, R::kFull, false},
      {0x08, {}, R::kSome, false},
      {0x09, {E::kImmDt}, R::kSome, false},
      {0x0A, {E::kReth}, R::kAny, false},
      {0x0B, {E::kReth, E::kImmDt}, R::kAny, false},
      {0x0C, {E::kReth}, R::kNone, false},
      {0x0D, {E::kAeth}, R::kFull, true},
      {0x0E, {}, R::kFull, true},
      {0x0F, {E::kAeth}, R::kSome, true},
      {0x10, {E::kAeth}, R::kAny, true},
      {0x11, {E::kAeth}, R::kNone, true},
      {0x12, {E::kAeth, E::kAtomicAckEth}, R::kNone, true},
      {0x13, {E::kAtomicEth}, R::kNone, false},
      {0x14, {E::kAtomicEth}, R::kNone, false},
      {0x16, {E::kIeth}, R::kSome, false},
      {0x17, {E::kIeth}, R::kAny, false},
      // UC
      {0x20, {}, R::kFull, false},
      {0x21, {}, R::kFull, false},
      {0x22, {}, R::kSome, false},
      {0x23, {E::kImmDt}, R::kSome, false},
      {0x24, {}, R::kAny, false},
      {0x25, {E::kImmDt}, R::kAny, false},
      {0x26, {E::kReth}, R::kFull, false},
      {0x27, {}, R::kFull, false},
      {0x28, {}, R::kSome, false},
      {0x29, {E::kImmDt}, R::kSome, false},
      {0x2A, {E::kReth}, R::kAny, false},
      {0x2B, {E::kReth, E::kImmDt}, R::kAny, false},
      // RD
      {0x40, {E::kRdeth, E::kDeth}, R::kFull, false},
      {0x41, {E::kRdeth, E::kDeth}, R::kFull, false},
      {0x42, {E::kRdeth, E::kDeth}, R::kSome, false},
      {0x43, {E::kRdeth, E::kDeth, E::kImmDt}, R::kSome, false},
      {0x44, {E::kRdeth, E::kDeth}, R::kAny, false},
      {0x45, {E::kRdeth, E::kDeth, E::kImmDt}, R::kAny, false},
      {0x46, {E::kRdeth, E::kDeth, E::kReth}, R::kFull, false},
      {0x47, {E::kRdeth, E::kDeth}, R::kFull, false},
      {0x48, {E::kRdeth, E::kDeth}, R::kSome, false},
      {0x49, {E::kRdeth, E::kDeth, E::kImmDt}, R::kSome, false},
      {0x4A, {E::kRdeth, E::kDeth, E::kReth}, R::kAny, false},
      {0x4B, {E::kRdeth, E::kDeth, E::kReth, E::kImmDt}, R::kAny, false},
      {0x4C, {E::kRdeth, E::kDeth, E::kReth}, R::kNone, false},
      {0x4D, {E::kRdeth, E::kAeth}, R::kFull, true},
      {0x4E, {E::kRdeth}, R::kFull, true},
      {0x4F, {E::kRdeth, E::kAeth}, R::kSome, true},
      {0x50, {E::kRdeth, E::kAeth}, R::kAny, true},
      {0x51, {E::kRdeth, E::kAeth}, R::kNone, true},
      {0x52, {E::kRdeth, E::kAeth, E::kAtomicAckEth}, R::kNone, true},
      {0x53, {E::kRdeth, E::kDeth, E::kAtomicEth}, R::kNone, false},
      {0x54, {E::kRdeth, E::kDeth, E::kAtomicEth}, R::kNone, false},
      {0x55, {E::kRdeth, E::kDeth}, R::kNone, false},
      // UD
      {0x64, {E::kDeth}, R::kAny, false},
      {0x65, {E::kDeth, E::kImmDt}, R::kAny, false},
      // CNP
      {0x80, {}, R::kCnp, false},
      // XRC
      {0xA0, {E::kXrcEth}, R::kFull, false},
      {0xA1, {E::kXrcEth}, R::kFull, false},
      {0xA2, {E::kXrcEth}, R::kSome, false},
      {0xA3, {E::kXrcEth, E::kImmDt}, R::kSome, false},
      {0xA4, {E::kXrcEth}, R::kAny, false},
      {0xA5, {E::kXrcEth, E::kImmDt}, R::kAny, false},
      {0xA6, {E::kXrcEth, E::kReth}, R::kFull, false},
      {0xA7, {E::kXrcEth}, R::kFull, false},
      {0xA8, {E::kXrcEth}, R::kSome, false},
      {0xA9, {E::kXrcEth, E::kImmDt}, R::kSome, false},
      {0xAA, {E::kXrcEth, E::kReth}, R::kAny, false},
      {0xAB, {E::kXrcEth, E::kReth, E::kImmDt}, R::kAny, false},
      {0xAC, {E::kXrcEth, E::kReth}, R::kNone, false},
      {0xAD, {E::kAeth}, R::kFull, true},
      {0xAE, {}, R::kFull, true},
      {0xAF, {E::kAeth}, R::kSome, true},
      {0xB0, {E::kAeth}, R::kAny, true},
      {0xB1, {E::kAeth}, R::kNone, true},
      {0xB2, {E::kAeth, E::kAtomicAckEth}, R::kNone, true},
      {0xB3, {E::kXrcEth, E::kAtomicEth}, R::kNone, false},
      {0xB4, {E::kXrcEth, E::kAtomicEth}, R::kNone, false},
      {0xB6, {E::kXrcEth, E::kIeth}, R::kSome, false},
      {0xB7, {E::kXrcEth, E::kIeth}, R::kAny, false},
  };
  return all;
}

const std::map<Extension, std::size_t>& header_bytes() {
  static const std::map<Extension, std::size_t> bytes = {
      {E::kRdeth, 4}, {E::kDeth, 8},  {E::kXrcEth, 4},       {E::kReth, 16}, {E::kAtomicEth, 28},
      {E::kAeth, 4},  {E::kImmDt, 4}, {E::kAtomicAckEth, 8}, {E::kIeth, 4}};
  return bytes;
}

// IBTA Vol 1, 9.2.1: the opcode fixes the headers that follow, and their order.
TEST(Opcode, FixesTheHeadersTheirOrderAndThePayload) {
  for (const Expected& e : expected()) {
    SCOPED_TRACE(unsigned{e.opcode});
    const OpcodeInfo& info = opcode_info(e.opcode);
    ASSERT_TRUE(info.valid);
    std::uint16_t set = 0;
    std::size_t offset = 0;
    for (const Extension h : e.headers) {
      EXPECT_EQ(extension_offset(info, h), offset);
      set = static_cast<std::uint16_t>(set | extension_bit(h));
      offset += header_bytes().at(h);
    }
    EXPECT_EQ(info.extensions, set);
    EXPECT_EQ(info.extension_bytes, offset);
    EXPECT_EQ(info.payload, e.payload);
    EXPECT_EQ(info.is_response(), e.response);
    EXPECT_EQ(info.is_request(), !e.response);
  }
}

TEST(Opcode, KnowsNoOthers) {
  std::size_t valid = 0;
  for (unsigned i = 0; i < 256; ++i) {
    valid += opcode_info(static_cast<std::uint8_t>(i)).valid ? 1u : 0u;
  }
  EXPECT_EQ(valid, expected().size());
}

TEST(Opcode, SaysWhereAPacketStandsInItsMessage) {
  EXPECT_TRUE(opcode_info(op::kWriteFirst).starts_message());
  EXPECT_FALSE(opcode_info(op::kWriteFirst).ends_message());
  EXPECT_FALSE(opcode_info(op::kWriteMiddle).starts_message());
  EXPECT_FALSE(opcode_info(op::kWriteMiddle).ends_message());
  EXPECT_TRUE(opcode_info(op::kWriteLastImm).ends_message());
  EXPECT_TRUE(opcode_info(op::kSendOnly).starts_message());
  EXPECT_TRUE(opcode_info(op::kSendOnly).ends_message());
}

TEST(Opcode, NamesTransportAndOperation) {
  EXPECT_EQ(transport_name(opcode_info(0x29).transport), "UC");
  EXPECT_EQ(operation_name(0x29), "WRITE Last Immediate");
  EXPECT_EQ(operation_name(0x80), "CNP");
  EXPECT_EQ(operation_name(0x1F), "Reserved");
}

TEST(PayloadRule, BoundsThePayloadByTheMtu) {
  EXPECT_TRUE(payload_allowed(R::kNone, 0, Mtu::k256));
  EXPECT_FALSE(payload_allowed(R::kNone, 1, Mtu::k256));
  EXPECT_TRUE(payload_allowed(R::kFull, 256, Mtu::k256));
  EXPECT_FALSE(payload_allowed(R::kFull, 255, Mtu::k256));
  EXPECT_FALSE(payload_allowed(R::kSome, 0, Mtu::k256));
  EXPECT_TRUE(payload_allowed(R::kSome, 256, Mtu::k256));
  EXPECT_TRUE(payload_allowed(R::kAny, 0, Mtu::k256));
  EXPECT_FALSE(payload_allowed(R::kAny, 257, Mtu::k256));
  EXPECT_FALSE(payload_allowed(R::kCnp, 0, Mtu::k256));
}

}  // namespace
}  // namespace ib
