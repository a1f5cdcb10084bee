// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/vcrc16_rtl.h"

#include <gtest/gtest.h>

#include <string>

#include "models/ib/packet/crc.h"
#include "testbenches/rtl/crc_stream_twins.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Vcrc16Twins = tb::CrcStreamTwins<std::uint16_t>;

/// What the VCRC covers of a vector.
tb::Bytes body(const std::string& name) { return tb::without_tail(tb::vector_bytes(name), 2); }
/// The same and the VCRC itself.
tb::Bytes body_and_crc(const std::string& name) {
  return tb::without_tail(tb::vector_bytes(name), 0);
}
/// The VCRC that a vector carries, least significant byte first.
std::uint16_t carried(const std::string& name) {
  const tb::Bytes bytes = body_and_crc(name);
  std::uint16_t crc = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    crc = static_cast<std::uint16_t>(crc << 8 | bytes[bytes.size() - 1 - i]);
  }
  return crc;
}

// ib-facts 2.3: published and independently computed packets.
TEST_P(Vcrc16Twins, AgreesWithEveryVector) {
  for (const auto& vector : tb::wire_vectors()["packets"]) {
    const std::string name = vector["name"];
    EXPECT_EQ(run(body(name)), carried(name)) << name;
  }
}

// ib-facts 2.1: a good packet with its CRC leaves the known residue.
TEST_P(Vcrc16Twins, TellsAGoodPacketFromABadOne) {
  tb::Bytes packet = body_and_crc("rc_send_only_grh");
  send(packet);
  EXPECT_TRUE(dut_->step(idle()).match);
  packet[60] ^= 0x10;
  send(packet);
  EXPECT_FALSE(dut_->step(idle()).match);
}

TEST_P(Vcrc16Twins, HoldsTheResultUntilItIsTaken) {
  send(body("rc_ack"));
  for (int stall = 0; stall < 3; ++stall) {
    EXPECT_EQ(dut_->step(idle(/*ready=*/false)).crc, carried("rc_ack"));
  }
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_ack"));
  EXPECT_EQ(dut_->step(idle()).crc, std::nullopt);
}

TEST_P(Vcrc16Twins, TakesNoWordWhileAResultWaits) {
  send(body("rc_ack"));
  EXPECT_FALSE(dut_->step(word(body("rc_ack"), 0, /*ready=*/false)).ready);
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_ack"));
  EXPECT_EQ(dut_->step(idle()).crc, std::nullopt);
}

TEST_P(Vcrc16Twins, StartsAPacketInTheClockTheResultIsTaken) {
  send(body("rc_ack"));
  const Out out = dut_->step(word(body("rc_nak_psn"), 0));
  EXPECT_TRUE(out.ready);
  EXPECT_EQ(out.crc, carried("rc_ack"));
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_nak_psn"));
}

TEST_P(Vcrc16Twins, ChangesNothingWhileIdleInsideAPacket) {
  const tb::Bytes packet = body("rc_write_first");
  for (std::size_t at = 0; at < packet.size(); at += kWordBytes) {
    (void)dut_->step(word(packet, at));
    if (at + kWordBytes >= packet.size()) break;
    EXPECT_EQ(dut_->step(idle()).crc, std::nullopt);
  }
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_write_first"));
}

TEST_P(Vcrc16Twins, TakesALastWordOfAnyLength) {
  tb::Bytes packet(64, 0xA5);
  for (std::size_t length = 1; length <= 130; ++length) {
    packet.resize(length, static_cast<std::uint8_t>(length * 37));
    EXPECT_EQ(run(packet), vcrc(packet.data(), packet.size())) << length;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Vcrc16Twins, testing::Values(make_vcrc16, cosim::make_vcrc16_rtl),
                         tb::TwinName{});

TEST(Vcrc16Lockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_vcrc16();
  const auto rtl = cosim::make_vcrc16_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::Vcrc16Stimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
