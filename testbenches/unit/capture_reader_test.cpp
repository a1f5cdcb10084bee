// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/capture_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "testbenches/capture/erf_writer.h"
#include "testbenches/unit/capture_file.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {
namespace {

using Status = CaptureReader::Status;

std::string text_of(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

Bytes be32(std::uint32_t v) {
  Bytes b(4);
  store_be32(b.data(), v);
  return b;
}
Bytes le32(std::uint32_t v) {
  Bytes b(4);
  store_le32(b.data(), v);
  return b;
}

/// A pcap file of one record with microsecond stamps, in the byte order of `word`.
std::string pcap_of(Bytes (*word)(std::uint32_t), std::uint32_t link_type, const Bytes& body,
                    std::uint32_t original) {
  const auto size = static_cast<std::uint32_t>(body.size());
  std::string file;
  for (const std::uint32_t v :
       {kPcapMicroseconds, 0u, 0u, 0u, 65535u, link_type, 3u, 500'000u, size, original}) {
    file += text_of(word(v));
  }
  return file + text_of(body);
}

/// One ERF record around `packet`.
Bytes erf_of(const Bytes& packet, std::uint8_t type, std::size_t padding, std::uint8_t flags = 4) {
  Bytes erf(16 + packet.size() + padding);
  erf[8] = type;
  erf[9] = flags;
  store_be16(&erf[10], static_cast<std::uint16_t>(erf.size()));
  store_be16(&erf[14], static_cast<std::uint16_t>(packet.size()));
  std::copy(packet.begin(), packet.end(), erf.begin() + 16);
  return erf;
}

Bytes bytes_of(const CaptureRecord& record) {
  return {record.bytes.data, record.bytes.data + record.bytes.size};
}

/// The only packet of a file.
void expect_single_packet(const std::string& content, const Bytes& packet) {
  const CaptureFile file(content);
  CaptureReader reader(file.path());
  CaptureRecord record;
  ASSERT_EQ(reader.next(record), Status::kRecord);
  EXPECT_EQ(record.kind, RecordKind::kPacket);
  EXPECT_FALSE(record.cut);
  EXPECT_EQ(bytes_of(record), packet);
  EXPECT_EQ(reader.next(record), Status::kEnd);
}

std::string refusal_of(const std::string& content) {
  const CaptureFile file(content);
  try {
    CaptureReader reader(file.path());
  } catch (const CaptureError& error) {
    return error.what();
  }
  return "";
}

TEST(CaptureReader, ReadsBarePacketsOfBothLinkTypes) {
  const Bytes packet = vector_bytes("rc_ack");
  const auto size = static_cast<std::uint32_t>(packet.size());
  expect_single_packet(pcap_of(le32, kDltInfiniband, packet, size), packet);
  expect_single_packet(pcap_of(le32, kDltUser0, packet, size), packet);
}

TEST(CaptureReader, ReadsEitherByteOrder) {
  const Bytes packet = vector_bytes("rc_ack");
  const auto size = static_cast<std::uint32_t>(packet.size());
  expect_single_packet(pcap_of(be32, kDltInfiniband, packet, size), packet);
}

TEST(CaptureReader, ReadsErfRecordsWithAndWithoutPadding) {
  const Bytes packet = vector_bytes("rc_ack");
  for (const std::size_t padding : {0u, 2u, 7u}) {
    const Bytes erf = erf_of(packet, kErfInfiniband, padding);
    expect_single_packet(pcap_of(le32, kDltErf, erf, static_cast<std::uint32_t>(erf.size())),
                         packet);
  }
}

TEST(CaptureReader, ReadsBareErfFiles) {
  const Bytes packet = vector_bytes("rc_write_first");
  expect_single_packet(text_of(erf_of(packet, kErfInfiniband, 6)), packet);
}

TEST(CaptureReader, ReadsSeveralBareErfRecords) {
  const Bytes one = erf_of(vector_bytes("rc_ack"), kErfInfiniband, 2);
  const CaptureFile file(text_of(one) + text_of(one) + text_of(one));
  CaptureReader reader(file.path());
  CaptureRecord record;
  for (int i = 0; i < 3; ++i) ASSERT_EQ(reader.next(record), Status::kRecord);
  EXPECT_EQ(reader.next(record), Status::kEnd);
}

TEST(CaptureReader, TellsLinkPacketsAndOtherRecordsApart) {
  const auto kind_of = [](const std::string& content) {
    const CaptureFile file(content);
    CaptureRecord record;
    EXPECT_EQ(CaptureReader(file.path()).next(record), Status::kRecord);
    return record.kind;
  };
  const auto in_pcap = [](const Bytes& erf) {
    return pcap_of(le32, kDltErf, erf, static_cast<std::uint32_t>(erf.size()));
  };
  EXPECT_EQ(kind_of(in_pcap(erf_of(Bytes(64), kErfInfinibandLink, 0))), RecordKind::kLinkPacket);
  EXPECT_EQ(kind_of(in_pcap(erf_of(Bytes(64), 2, 0))), RecordKind::kOther);
  EXPECT_EQ(kind_of(pcap_of(le32, kDltInfiniband, Bytes(6), 6)), RecordKind::kLinkPacket);
}

TEST(CaptureReader, FindsWhereARecordWasSeen) {
  std::ostringstream out;
  ErfWriter writer(out, PointHeader::kHostId);
  writer.write({2'250'000'000'000, 77, 130}, view(vector_bytes("rc_ack")));
  const CaptureFile file(out.str());
  CaptureReader reader(file.path());
  CaptureRecord record;

  ASSERT_EQ(reader.next(record), Status::kRecord);
  EXPECT_EQ(record.host, 77u);
  EXPECT_EQ(record.source, 130);
  EXPECT_EQ(record.interface, 130 % 4);
  EXPECT_EQ(record.time, std::uint64_t{2} << 32 | 1u << 30);
  EXPECT_EQ(bytes_of(record), vector_bytes("rc_ack"));
}

TEST(CaptureReader, SaysWhenARecordWasCutByTheCapture) {
  Bytes packet = vector_bytes("rc_write_first");
  packet.resize(96);
  const CaptureFile file(pcap_of(le32, kDltInfiniband, packet, 298));
  CaptureRecord record;
  EXPECT_EQ(CaptureReader(file.path()).next(record), Status::kRecord);
  EXPECT_TRUE(record.cut);
}

TEST(CaptureReader, SaysWhenTheFileEndsInsideARecord) {
  const std::string whole = pcap_of(le32, kDltInfiniband, vector_bytes("rc_ack"), 30);
  for (const std::size_t lost : {1u, 30u, 31u, 45u}) {
    const CaptureFile file(whole.substr(0, whole.size() - lost));
    CaptureRecord record;
    EXPECT_EQ(CaptureReader(file.path()).next(record), Status::kCutShort) << lost;
  }
}

TEST(CaptureReader, GoesOnAfterADamagedErfHeader) {
  Bytes endless = erf_of(vector_bytes("rc_ack"), kErfInfiniband | kErfMore, 2);
  for (std::size_t i = 16; i < endless.size(); i += 8) endless[i] = kErfMore;
  const CaptureFile file(
      pcap_of(le32, kDltErf, endless, static_cast<std::uint32_t>(endless.size())));
  CaptureReader reader(file.path());
  CaptureRecord record;
  EXPECT_EQ(reader.next(record), Status::kDamaged);
  EXPECT_EQ(reader.next(record), Status::kEnd);
}

TEST(CaptureReader, RefusesWhatIsNoCapture) {
  EXPECT_THAT(refusal_of(""), testing::HasSubstr("is empty"));
  EXPECT_THAT(refusal_of("ab"), testing::HasSubstr("too short"));
  EXPECT_THAT(refusal_of("just a text file, longer than sixteen bytes"),
              testing::HasSubstr("neither a pcap nor an ERF file"));
  EXPECT_THAT(refusal_of("\x0a\x0d\x0d\x0a and more"), testing::HasSubstr("pcapng"));
  EXPECT_THAT(refusal_of(pcap_of(le32, 1, {}, 0)), testing::HasSubstr("link type 1"));
  EXPECT_THAT(refusal_of(pcap_of(le32, kDltErf, {}, 0).substr(0, 20)),
              testing::HasSubstr("inside the pcap header"));
}

TEST(CaptureReader, RefusesFoldersAndMissingFiles) {
  EXPECT_THROW(CaptureReader{testing::TempDir()}, CaptureError);
  EXPECT_THROW(CaptureReader{testing::TempDir() + "/no such file"}, CaptureError);
}

}  // namespace
}  // namespace ib::tb
