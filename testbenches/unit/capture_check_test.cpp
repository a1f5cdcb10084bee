// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/capture_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "models/ib/packet/packet_builder.h"
#include "testbenches/capture/capture_reader.h"
#include "testbenches/capture/erf_writer.h"
#include "testbenches/capture/run_check.h"
#include "testbenches/unit/capture_file.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {
namespace {

/// A capture made packet by packet, then checked.
class Capture {
 public:
  Capture& wire(const Bytes& bytes) {
    writer_.write({}, view(bytes));
    return *this;
  }
  Capture& link(const Bytes& b) {
    const std::uint8_t six[] = {b[0], b[1], b[2], b[3], b[4], b[5]};
    writer_.write_flow_control({}, six);
    return *this;
  }
  Capture& request(std::uint8_t opcode, std::uint32_t psn, std::uint16_t payload_bytes = 0,
                   std::uint16_t port = 0) {
    Packet p;
    builder(p, opcode, psn).finish(payload_bytes);
    writer_.write({0, 0, port}, p);
    return *this;
  }
  Capture& read(std::uint32_t psn, std::uint32_t length) {
    Packet p;
    builder(p, op::kReadRequest, psn).add(Reth{0, RKey{1}, length}).finish();
    writer_.write({}, p);
    return *this;
  }
  [[nodiscard]] CheckReport check(const CheckOptions& options = {}) const {
    const CaptureFile file(out_.str());
    return check_capture(file.path(), options);
  }
  [[nodiscard]] std::string content() const { return out_.str(); }

 private:
  static PacketBuilder builder(Packet& p, std::uint8_t opcode, std::uint32_t psn) {
    Lrh lrh;
    lrh.dlid = Lid{4};
    lrh.slid = Lid{1};
    Bth bth;
    bth.opcode = opcode;
    bth.dest_qp = Qpn{0x48};
    bth.psn = Psn{psn};
    PacketBuilder b(p);
    b.lrh(lrh).bth(bth);
    return b;
  }

  std::ostringstream out_;
  ErfWriter writer_{out_};
};

std::uint64_t count(const CheckReport& report, Fault fault) {
  return report.faults[static_cast<std::size_t>(fault)];
}

TEST(CaptureCheck, FindsNothingWrongInAGoodCapture) {
  const CheckReport r = Capture{}
                            .request(op::kSendOnly, 7, 10)
                            .request(op::kSendOnly, 8)
                            .link(from_hex("1000008050d5"))
                            .check();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.records, 3u);
  EXPECT_EQ(r.packets, 2u);
  EXPECT_EQ(r.link_packets, 1u);
  EXPECT_EQ(r.flows, 1u);
}

// The reference capture strings unrelated packets together and holds one GRH of another protocol.
TEST(CaptureCheck, FindsAllCrcsOfTheReferenceCaptureRight) {
  const CheckReport r = check_capture(IB_SOURCE_DIR "/testbenches/vectors/ib_erf197.pcap");
  EXPECT_EQ(r.packets, 33u);
  EXPECT_EQ(count(r, Fault::kVcrc), 0u);
  EXPECT_EQ(count(r, Fault::kIcrc), 0u);
  EXPECT_EQ(count(r, Fault::kLength), 0u);
  EXPECT_EQ(count(r, Fault::kGrhNextHeader), 1u);
}

TEST(CaptureCheck, FindsTheLinkPacketsOfTheReferenceCaptureRight) {
  const CheckReport r = check_capture(IB_SOURCE_DIR "/testbenches/vectors/ib_links_erf197.pcap");
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.link_packets, 4u);
}

TEST(CaptureCheck, FindsADamagedPayloadInBothCrcs) {
  Bytes b = vector_bytes("rc_send_only");
  b[40] = static_cast<std::uint8_t>(b[40] ^ 4);
  const CheckReport r = Capture{}.wire(b).check();
  EXPECT_EQ(count(r, Fault::kVcrc), 1u);
  EXPECT_EQ(count(r, Fault::kIcrc), 1u);
}

TEST(CaptureCheck, FindsABadEndInTheVcrcAlone) {
  Bytes b = vector_bytes("rc_send_only");
  store_le16(&b[b.size() - 2], load_le16(&b[b.size() - 2]) ^ 0xFFFF);
  const CheckReport r = Capture{}.wire(b).check();
  EXPECT_EQ(count(r, Fault::kVcrc), 1u);
  EXPECT_EQ(count(r, Fault::kIcrc), 0u);
  EXPECT_EQ(r.problems.at(0).record, 1u);
}

TEST(CaptureCheck, FindsABadLpcrcAndAReservedOp) {
  Bytes reserved(6);
  FlowControl{5, 0, Vl{0}, 0}.encode(reserved.data());
  const CheckReport r = Capture{}.link(from_hex("1000008050d4")).link(reserved).check();
  EXPECT_EQ(r.bad_lpcrc, 1u);
  EXPECT_EQ(r.bad_link_ops, 1u);
}

TEST(CaptureCheck, TakesZeroBytesAfterThePacketForPadding) {
  Bytes b = vector_bytes("rc_ack");
  b.resize(b.size() + 6);
  const CheckReport r = Capture{}.wire(b).check();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.padded_records, 1u);
}

TEST(CaptureCheck, TakesOtherBytesAfterThePacketForABadLength) {
  Bytes b = vector_bytes("rc_ack");
  b.push_back(1);
  EXPECT_EQ(count(Capture{}.wire(b).check(), Fault::kLength), 1u);
}

TEST(CaptureCheck, CountsAFileCutShort) {
  const std::string whole = Capture{}.request(op::kSendOnly, 1).request(op::kSendOnly, 2).content();
  const CaptureFile file(whole.substr(0, whole.size() - 3));
  const CheckReport r = check_capture(file.path());
  EXPECT_TRUE(r.cut_short);
  EXPECT_FALSE(r.ok());
}

// IBTA Vol 1, 9.7.1: requests of a connection carry consecutive PSNs modulo 2^24.
TEST(PsnOrder, WrapsAt24Bits) {
  const CheckReport r =
      Capture{}.request(op::kSendOnly, 0xFFFFFF).request(op::kSendOnly, 0).check();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.repeated_psns, 0u);
}

TEST(PsnOrder, FindsAGap) {
  const CheckReport r = Capture{}.request(op::kSendOnly, 1).request(op::kSendOnly, 3).check();
  EXPECT_EQ(r.psn_gaps, 1u);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_EQ(r.problems[0].record, 2u);
  EXPECT_THAT(r.problems[0].what, testing::HasSubstr("PSN 3 where 2 was due"));
}

TEST(PsnOrder, CountsRetriesApart) {
  Capture c;
  for (const std::uint32_t psn : {1u, 2u, 3u, 2u, 3u, 4u}) c.request(op::kSendOnly, psn);
  const CheckReport r = c.check();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.repeated_psns, 2u);
}

// Behind a lossy cable a packet is missing until go-back-N brings it.
TEST(PsnOrder, ForgivesAGapThatARetryFills) {
  Capture c;
  for (const std::uint32_t psn : {1u, 3u, 4u, 2u, 3u, 4u, 5u}) c.request(op::kSendOnly, psn);
  const CheckReport r = c.check();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.healed_psn_gaps, 1u);
}

TEST(PsnOrder, ForgivesOneGapAfterAnother) {
  Capture c;
  for (const std::uint32_t psn : {1u, 3u, 2u, 3u, 5u, 4u, 5u}) c.request(op::kSendOnly, psn);
  const CheckReport r = c.check();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.healed_psn_gaps, 2u);
}

TEST(PsnOrder, ForgivesAGapBehindAReadThatARetryFills) {
  Capture c;
  c.read(10, 2048).request(op::kSendOnly, 13).request(op::kSendOnly, 12).request(op::kSendOnly, 13);
  const CheckReport r = c.check({{}, Mtu::k1024});
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.healed_psn_gaps, 1u);
}

TEST(PsnOrder, JudgesEachCapturePointByItself) {
  Capture c;
  for (const std::uint16_t port : {std::uint16_t{1}, std::uint16_t{2}}) {
    c.request(op::kSendOnly, 1, 0, port).request(op::kSendOnly, 2, 0, port);
  }
  const CheckReport r = c.check();
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.flows, 2u);
  EXPECT_EQ(r.repeated_psns, 0u);
}

// IBTA Vol 1, 9.7.3.1: a READ takes as many PSNs as its response has packets.
TEST(PsnOrder, SkipsThePsnsOfAReadResponse) {
  EXPECT_TRUE(Capture{}.read(10, 4097).request(op::kSendOnly, 12).check({{}, Mtu::k4096}).ok());
  EXPECT_FALSE(Capture{}.read(10, 4097).request(op::kSendOnly, 11).check({{}, Mtu::k4096}).ok());
  EXPECT_TRUE(Capture{}.read(10, 0).request(op::kSendOnly, 11).check({{}, Mtu::k4096}).ok());
}

TEST(PsnOrder, LearnsThePathMtuFromTheFlow) {
  EXPECT_TRUE(Capture{}.read(10, 2048).read(12, 2048).read(14, 8).check().ok());
  EXPECT_FALSE(Capture{}.read(10, 2048).read(12, 2048).read(13, 8).check().ok());
  EXPECT_FALSE(Capture{}.read(10, 2048).request(op::kSendOnly, 13).check().ok());
}

TEST(PsnOrder, LearnsThePathMtuFromAFullPacket) {
  Capture c;
  c.request(op::kSendFirst, 1, 512).request(op::kSendLast, 2, 4).read(3, 1024);
  EXPECT_TRUE(c.request(op::kSendOnly, 5).check().ok());
  EXPECT_FALSE(c.read(6, 1024).request(op::kSendOnly, 7).check().ok());
}

TEST(PsnOrder, TakesTheRestOfAReadForARetry) {
  const CheckReport r = Capture{}.read(10, 4096).read(12, 2048).read(14, 8).check({{}, Mtu::k1024});
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.repeated_psns, 1u);
}

TEST(RunCheck, ExitsByWhatItFound) {
  const CaptureFile good(Capture{}.request(op::kSendOnly, 1).content());
  std::ostringstream out, err;
  EXPECT_EQ(run_check(good.path(), /*json=*/false, out, err), 0);
  EXPECT_THAT(out.str(), testing::HasSubstr("all right"));
  EXPECT_EQ(err.str(), "");
}

TEST(RunCheck, ExitsWithOneAndNamesWhatIsWrong) {
  const CaptureFile bad(Capture{}.request(op::kSendOnly, 1).request(op::kSendOnly, 5).content());
  std::ostringstream out, err;
  EXPECT_EQ(run_check(bad.path(), /*json=*/false, out, err), 1);
  EXPECT_THAT(out.str(), testing::HasSubstr("WRONG"));
}

TEST(RunCheck, PrintsOneJsonDocument) {
  const CaptureFile bad(Capture{}.request(op::kSendOnly, 1).request(op::kSendOnly, 5).content());
  std::ostringstream out, err;
  EXPECT_EQ(run_check(bad.path(), /*json=*/true, out, err), 1);
  const nlohmann::json json = nlohmann::json::parse(out.str());
  EXPECT_FALSE(json["ok"].get<bool>());
  EXPECT_EQ(json["faults"]["psn_gaps"], 1);
}

TEST(RunCheck, ExitsWithTwoAndOneLineWhenItIsNoCapture) {
  const CaptureFile text("this is not a capture, it is a sentence");
  std::ostringstream out, err;
  EXPECT_EQ(run_check(text.path(), /*json=*/false, out, err), 2);
  EXPECT_EQ(out.str(), "");
  EXPECT_THAT(err.str(), testing::MatchesRegex("ibsilicon: .*neither a pcap nor an ERF file\n"));
}

}  // namespace
}  // namespace ib::tb
