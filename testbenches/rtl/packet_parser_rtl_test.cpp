// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/packet_parser_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/packet_stimuli.h"
#include "testbenches/rtl/twin_name.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<PacketParserMachine> (*)(Mtu);

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class PacketParserTwins : public testing::TestWithParam<Factory> {
 protected:
  PacketParserTwins() { dut_->reset(); }

  PacketParserOut run(const tb::Bytes& wire) { return run_packet(*dut_, wire.data(), wire.size()); }
  PacketParserOut run(const std::string& name) { return run(tb::vector_bytes(name)); }
  Fault fault_with(const std::string& name, std::size_t at, std::uint8_t byte) {
    tb::Bytes wire = tb::vector_bytes(name);
    wire[at] = byte;
    return run(wire).fault;
  }

  std::unique_ptr<PacketParserMachine> dut_ = GetParam()(Mtu::k4096);
};

// ib-facts 1: what the published and independently computed packets say is what `parse` says, which
// testbenches/unit/packet_codec_test.cpp holds against their description.
TEST_P(PacketParserTwins, ReadsEveryVector) {
  for (const auto& vector : tb::wire_vectors()["packets"]) {
    const tb::Bytes wire = tb::from_hex(vector["hex"]);
    const ParseResult expected = parse(tb::view(wire));
    const PacketParserOut out = run(wire);
    EXPECT_TRUE(out.valid);
    EXPECT_EQ(out.fault, expected.fault) << vector["name"];
    EXPECT_EQ(out.parsed, expected.ok() && expected.packet.bth.has_value()) << vector["name"];
    if (!out.parsed) continue;
    EXPECT_EQ(out.headers.bth.psn, expected.packet.bth->psn) << vector["name"];
    EXPECT_EQ(out.headers.bth.dest_qp, expected.packet.bth->dest_qp) << vector["name"];
  }
}

TEST_P(PacketParserTwins, FindsTheRethBehindEachHeaderThatMayStandBefore) {
  const PacketParserOut write = run("rc_write_first");
  EXPECT_EQ(write.headers.reth.dma_length, 600u);
  EXPECT_EQ(write.headers.header_bytes, 36u);
  const PacketParserOut datagram = run("ud_mcast_grh");
  EXPECT_EQ(datagram.headers.header_bytes, 68u);
  EXPECT_EQ(datagram.headers.lrh.lnh, Lnh::kGlobal);
  EXPECT_NE(datagram.headers.deth.q_key, QKey{});
  EXPECT_EQ(run("rc_cmp_swap").headers.header_bytes, 48u);
}

// ib-facts 1.3 to 1.8: each field that has one legal value, changed.
TEST_P(PacketParserTwins, NamesTheRuleThatIsBroken) {
  EXPECT_EQ(fault_with("rc_send_only", 0, 0x01), Fault::kLver);
  EXPECT_EQ(fault_with("rc_send_only", 5, 23), Fault::kLength);
  EXPECT_EQ(fault_with("rc_send_only", 8, 0x1F), Fault::kOpcode);
  EXPECT_EQ(fault_with("rc_send_only", 9, 0x01), Fault::kTver);
  EXPECT_EQ(fault_with("rc_send_only", 2, 0xC0), Fault::kGrhMissing);
  EXPECT_EQ(fault_with("rc_send_only", 6, 0xC0), Fault::kSlid);
  EXPECT_EQ(fault_with("rc_ack", 9, 0x30), Fault::kPad);
  EXPECT_EQ(fault_with("rc_write_middle", 9, 0x10), Fault::kPayloadLength);
  EXPECT_EQ(fault_with("rc_send_only_grh", 8, 0x40), Fault::kGrhVersion);
  EXPECT_EQ(fault_with("rc_send_only_grh", 14, 0x11), Fault::kGrhNextHeader);
  EXPECT_EQ(fault_with("rc_send_only_grh", 13, 0x00), Fault::kGrhLength);
  EXPECT_EQ(fault_with("smp_lid_set_portinfo", 0, 0x00), Fault::kManagementLane);
}

TEST_P(PacketParserTwins, HoldsTheResultUntilItIsTaken) {
  const tb::Bytes wire = tb::vector_bytes("rc_ack");
  PacketParserIn in;
  in.valid = in.last = true;
  in.bytes = static_cast<std::uint8_t>(wire.size());
  std::copy(wire.begin(), wire.end(), in.data.begin());
  (void)dut_->step(in);
  in.ready = false;
  const PacketParserOut held = dut_->step(in);
  EXPECT_FALSE(held.ready);
  EXPECT_TRUE(held.parsed);
  in.ready = true;
  EXPECT_TRUE(dut_->step(in).ready);  // the next packet follows at once
  EXPECT_TRUE(dut_->step({}).valid);
  EXPECT_FALSE(dut_->step({}).valid);
}

INSTANTIATE_TEST_SUITE_P(All, PacketParserTwins,
                         testing::Values(make_packet_parser, cosim::make_packet_parser_rtl),
                         tb::TwinName{});

TEST(PacketParserLockstep, RtlMatchesGoldenCycleByCycle) {
  for (const Mtu mtu : {Mtu::k4096, Mtu::k256}) {
    const auto model = make_packet_parser(mtu);
    const auto rtl = cosim::make_packet_parser_rtl(mtu);
    EXPECT_EQ(tb::first_difference(*model, *rtl, tb::PacketParserStimulus{1}, tb::kLockstepCycles),
              std::nullopt);
  }
}

}  // namespace
}  // namespace ib
