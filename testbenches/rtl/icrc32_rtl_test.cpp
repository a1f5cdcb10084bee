// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/icrc32_rtl.h"

#include <gtest/gtest.h>

#include <string>

#include "testbenches/rtl/crc_stream_twins.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Icrc32Twins = tb::CrcStreamTwins<std::uint32_t>;

/// What the ICRC covers of a vector.
tb::Bytes body(const std::string& name) { return tb::without_tail(tb::vector_bytes(name), 6); }
/// The same and the ICRC itself.
tb::Bytes body_and_crc(const std::string& name) {
  return tb::without_tail(tb::vector_bytes(name), 2);
}
/// The ICRC that a vector carries, least significant byte first.
std::uint32_t carried(const std::string& name) {
  const tb::Bytes bytes = body_and_crc(name);
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    crc = static_cast<std::uint32_t>(crc << 8 | bytes[bytes.size() - 1 - i]);
  }
  return crc;
}

// ib-facts 2.3: published and independently computed packets.
TEST_P(Icrc32Twins, AgreesWithEveryVector) {
  for (const auto& vector : tb::wire_vectors()["packets"]) {
    const std::string name = vector["name"];
    if ((tb::vector_bytes(name)[1] & 2) == 0) continue;  // raw packets carry no ICRC
    EXPECT_EQ(run(body(name)), carried(name)) << name;
  }
}

// ib-facts 2.1: a good packet with its CRC leaves the known residue.
TEST_P(Icrc32Twins, TellsAGoodPacketFromABadOne) {
  tb::Bytes packet = body_and_crc("rc_send_only_grh");
  send(packet);
  EXPECT_TRUE(dut_->step(idle()).match);
  packet[60] ^= 0x10;
  send(packet);
  EXPECT_FALSE(dut_->step(idle()).match);
}

TEST_P(Icrc32Twins, HoldsTheResultUntilItIsTaken) {
  send(body("rc_ack"));
  for (int stall = 0; stall < 3; ++stall) {
    EXPECT_EQ(dut_->step(idle(/*ready=*/false)).crc, carried("rc_ack"));
  }
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_ack"));
  EXPECT_EQ(dut_->step(idle()).crc, std::nullopt);
}

TEST_P(Icrc32Twins, TakesNoWordWhileAResultWaits) {
  send(body("rc_ack"));
  EXPECT_FALSE(dut_->step(word(body("rc_ack"), 0, /*ready=*/false)).ready);
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_ack"));
  EXPECT_EQ(dut_->step(idle()).crc, std::nullopt);
}

TEST_P(Icrc32Twins, StartsAPacketInTheClockTheResultIsTaken) {
  send(body("rc_ack"));
  const Out out = dut_->step(word(body("rc_nak_psn"), 0));
  EXPECT_TRUE(out.ready);
  EXPECT_EQ(out.crc, carried("rc_ack"));
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_nak_psn"));
}

TEST_P(Icrc32Twins, ChangesNothingWhileIdleInsideAPacket) {
  const tb::Bytes packet = body("rc_write_first");
  for (std::size_t at = 0; at < packet.size(); at += kWordBytes) {
    (void)dut_->step(word(packet, at));
    if (at + kWordBytes >= packet.size()) break;
    EXPECT_EQ(dut_->step(idle()).crc, std::nullopt);
  }
  EXPECT_EQ(dut_->step(idle()).crc, carried("rc_write_first"));
}

// ib-facts 2.2: with a GRH the whole LRH is masked, and TClass, FlowLabel and HopLmt.
TEST_P(Icrc32Twins, IgnoresTheFieldsThatChangeInFlight) {
  EXPECT_EQ(run(body("rc_send_only_grh")), run(body("rc_send_only_grh_mut")));
  EXPECT_EQ(run(body("rc_send_only")), run(body("rc_send_only_fecn_becn")));
}

INSTANTIATE_TEST_SUITE_P(All, Icrc32Twins, testing::Values(make_icrc32, cosim::make_icrc32_rtl),
                         tb::TwinName{});

TEST(Icrc32Lockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_icrc32();
  const auto rtl = cosim::make_icrc32_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::Icrc32Stimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
