// SPDX-License-Identifier: Apache-2.0
#include "testbenches/system/tshark.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "testbenches/capture/erf_writer.h"
#include "testbenches/unit/capture_file.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {
namespace {

/// Wireshark's dissector, which shares nothing with this code, reads what the writer wrote.
class Tshark : public testing::Test {
 protected:
  void SetUp() override {
    if (!tshark_is_installed()) GTEST_SKIP() << "tshark is not installed";
  }

  static std::vector<std::string> dissect(const std::string& capture, const std::string& fields) {
    return tshark(CaptureFile(capture).path(), fields);
  }
};

std::string vector_capture(PointHeader point_header) {
  std::ostringstream out;
  ErfWriter writer(out, point_header);
  std::uint16_t port = 0;
  for (const auto& v : wire_vectors()["packets"]) {
    writer.write({port * 1000u, 5, port}, view(from_hex(v["hex"])));
    ++port;
  }
  return out.str();
}

std::string link_capture() {
  std::ostringstream out;
  ErfWriter writer(out);
  for (const auto& v : wire_vectors()["link_packets"]) {
    const Bytes b = from_hex(v["hex"]);
    const std::uint8_t wire[] = {b[0], b[1], b[2], b[3], b[4], b[5]};
    writer.write_flow_control({}, wire);
  }
  return out.str();
}

/// PktLen, opcode, PadCnt and PSN as tshark prints them.
std::string expected_line(const nlohmann::json& vector) {
  const Bytes b = from_hex(vector["hex"]);
  const ParsedPacket p = parse(view(b)).packet;
  std::ostringstream line;
  line << p.lrh.pkt_len;
  if (!p.bth) {
    line << "\t\t\t";
    return line.str();
  }
  line << '\t' << unsigned{p.bth->opcode} << '\t' << unsigned{p.bth->pad_count} << '\t'
       << p.bth->psn.value();
  return line.str();
}

TEST_F(Tshark, ReadsTheSameHeadersFromEveryVector) {
  const auto lines = dissect(vector_capture(PointHeader::kNone),
                             "-T fields -e infiniband.lrh.pktlen -e infiniband.bth.opcode "
                             "-e infiniband.bth.padcnt -e infiniband.bth.psn");
  const auto& vectors = wire_vectors()["packets"];
  ASSERT_EQ(lines.size(), vectors.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // tshark looks for no BTH behind a GRH whose NxtHdr is not IBA; neither do we.
    EXPECT_EQ(lines[i], expected_line(vectors[i])) << vectors[i]["name"];
  }
}

TEST_F(Tshark, FindsNothingMalformed) {
  const auto lines = dissect(vector_capture(PointHeader::kNone), "-Y _ws.malformed");
  EXPECT_THAT(lines, testing::IsEmpty());
}

TEST_F(Tshark, ReadsFlowControlPackets) {
  const auto lines = dissect(link_capture(),
                             "-T fields -e infiniband_link.op -e infiniband_link.fctbs "
                             "-e infiniband_link.vl -e infiniband_link.fccl");
  std::vector<std::string> expected;
  for (const auto& v : wire_vectors()["link_packets"]) {
    std::ostringstream line;
    line << v["op"] << '\t' << v["fctbs"] << '\t' << v["vl"] << '\t' << v["fccl"];
    expected.push_back(line.str());
  }
  EXPECT_EQ(lines, expected);
}

TEST_F(Tshark, ReadsThePortFromTheInterfaceAndTheHostIdHeader) {
  const auto lines = dissect(vector_capture(PointHeader::kHostId),
                             "-c 7 -T fields -e erf.flags.cap -e erf.ehdr.hostid.sourceid "
                             "-e erf.ehdr.hostid.hostid -e frame.time_epoch");
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(lines[6], "2\t6\t0x0000000000000005\t0.000000006");
}

}  // namespace
}  // namespace ib::tb
