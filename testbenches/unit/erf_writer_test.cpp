// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/erf_writer.h"

#include <gtest/gtest.h>

#include <sstream>

#include "testbenches/capture/capture_observer.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {
namespace {

Bytes bytes_of(const std::ostringstream& out) {
  const std::string text = out.str();
  return {text.begin(), text.end()};
}

Bytes file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return bytes_of(text);
}

/// ERF records of a capture, without pcap headers and time stamps.
std::vector<Bytes> erf_records(const Bytes& file) {
  std::vector<Bytes> records;
  for (std::size_t at = kPcapFileHeaderBytes; at < file.size();) {
    const std::size_t size = load_le32(&file[at + 8]);
    at += kPcapRecordHeaderBytes;
    records.emplace_back(file.begin() + static_cast<std::ptrdiff_t>(at + 8),
                         file.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
  }
  return records;
}

TEST(ErfWriter, WritesTheRecordsOfTheReferenceCapture) {
  std::ostringstream out;
  ErfWriter writer(out);
  for (const auto& v : wire_vectors()["packets"]) writer.write({}, view(from_hex(v["hex"])));

  EXPECT_EQ(writer.records(), 33u);
  EXPECT_EQ(erf_records(bytes_of(out)),
            erf_records(file_bytes(IB_SOURCE_DIR "/testbenches/vectors/ib_erf197.pcap")));
}

TEST(ErfWriter, FillsLinkPacketsUpAsTheReferenceCaptureDoes) {
  std::ostringstream out;
  ErfWriter writer(out);
  for (const auto& v : wire_vectors()["link_packets"]) {
    const Bytes b = from_hex(v["hex"]);
    const std::uint8_t wire[] = {b[0], b[1], b[2], b[3], b[4], b[5]};
    writer.write_flow_control({}, wire);
  }
  EXPECT_EQ(erf_records(bytes_of(out)),
            erf_records(file_bytes(IB_SOURCE_DIR "/testbenches/vectors/ib_links_erf197.pcap")));
}

TEST(ErfWriter, AShortRecordKeepsNothingOfALongOneBefore) {
  const std::uint8_t link[] = {0x10, 0, 0, 0x80, 0x50, 0xD5};
  std::ostringstream after_long, alone;
  ErfWriter first(after_long), second(alone);
  first.write({}, view(vector_bytes("rc_write_first")));
  for (ErfWriter* writer : {&first, &second}) {
    writer->write_flow_control({}, link);
    writer->write({}, view(vector_bytes("rc_ack")));
  }
  std::vector<Bytes> records = erf_records(bytes_of(after_long));
  records.erase(records.begin());
  EXPECT_EQ(records, erf_records(bytes_of(alone)));
}

TEST(ErfWriter, StampsTimeInBothHeaders) {
  std::ostringstream out;
  ErfWriter writer(out);
  writer.write({1'500'000'000'007, 0, 0}, view(vector_bytes("rc_ack")));

  const Bytes file = bytes_of(out);
  EXPECT_EQ(load_le32(&file[0]), kPcapNanoseconds);
  EXPECT_EQ(load_le32(&file[24]), 1u);
  EXPECT_EQ(load_le32(&file[28]), 500'000'000u);
  EXPECT_EQ(load_le64(&file[40]), (std::uint64_t{1} << 32) + 0x80000000u);
}

TEST(ErfWriter, NamesThePortModuloFour) {
  std::ostringstream out;
  ErfWriter writer(out);
  writer.write({0, 9, 7}, view(vector_bytes("rc_ack")));
  EXPECT_EQ(erf_records(bytes_of(out))[0][1], kErfVaryingLength | 3);
}

TEST(ErfWriter, NamesChipAndPortInAHostIdHeaderWhenAsked) {
  std::ostringstream out;
  ErfWriter writer(out, PointHeader::kHostId);
  writer.write({0, 0x01020304, 129}, view(vector_bytes("rc_ack")));

  const Bytes erf = erf_records(bytes_of(out))[0];
  EXPECT_EQ(erf[0], kErfInfiniband | kErfMore);
  EXPECT_EQ(Bytes(erf.begin() + 8, erf.begin() + 16), from_hex("1181000001020304"));
}

PortEvent event_of(EventKind kind) {
  PortEvent event;
  event.kind = kind;
  event.time = 60 * 1234;
  event.port = 2;
  Lrh lrh;
  lrh.dlid = Lid{4};
  lrh.slid = Lid{1};
  Bth bth;
  bth.opcode = op::kSendOnly;
  PacketBuilder(event.packet).lrh(lrh).bth(bth).finish();
  FlowControl{}.encode(event.flow_control);
  return event;
}

TEST(CaptureObserver, RecordsEachCableCrossingOnce) {
  std::ostringstream out;
  ErfWriter writer(out);
  CaptureObserver observer(writer);
  for (const EventKind kind : {EventKind::kSend, EventKind::kReceive, EventKind::kDrop,
                               EventKind::kSendFlowControl, EventKind::kReceiveFlowControl}) {
    observer.on_event(event_of(kind));
  }
  const std::vector<Bytes> records = erf_records(bytes_of(out));
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0][0], kErfInfiniband);
  EXPECT_EQ(records[1][0], kErfInfinibandLink);
  EXPECT_EQ(load_le32(&bytes_of(out)[28]), 1u);  // 1234 ps are one whole nanosecond
}

}  // namespace
}  // namespace ib::tb
