// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/packets_csv.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "models/fabric/config_error.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

PortEvent send_event() {
  PortEvent event;
  event.time = 2 * kTicksPerNs + 59;
  event.port = 3;
  event.packet.id = {1, 42};
  event.packet.wire_bytes = 30;
  event.packet.dlid = Lid{9};
  event.packet.slid = Lid{4};
  Lrh lrh;
  lrh.lnh = Lnh::kLocal;
  lrh.encode(event.packet.header.data());
  Bth bth;
  bth.opcode = 10;
  bth.dest_qp = Qpn{77};
  bth.psn = Psn{5};
  bth.encode(event.packet.header.data() + Lrh::kBytes);
  return event;
}

class PacketsCsvTest : public testing::Test {
 protected:
  ~PacketsCsvTest() override { fs::remove(file_); }

  std::string second_line() {
    std::ifstream stream{file_};
    std::string line;
    std::getline(stream, line);
    line.clear();
    std::getline(stream, line);
    return line;
  }

  const fs::path file_ =
      fs::temp_directory_path() / ("ibsilicon_packets_test." + std::to_string(::getpid()));
};

TEST_F(PacketsCsvTest, WritesARowForAPacketThatLeaves) {
  PacketsCsv csv{file_, {"fabric.sw0"}};

  csv.on_event(send_event());
  csv.close();

  EXPECT_EQ(second_line(), "2000,fabric.sw0.port3,send,1,42,4,9,0,0,10,77,5,30,0,");
}

TEST_F(PacketsCsvTest, LeavesTheTransportOfARawPacketEmpty) {
  PacketsCsv csv{file_, {"fabric.sw0"}};
  PortEvent event = send_event();
  event.packet.header[1] = static_cast<std::uint8_t>(Lnh::kRawEtherType);

  csv.on_event(event);
  csv.close();

  EXPECT_EQ(second_line(), "2000,fabric.sw0.port3,send,1,42,4,9,0,0,,,,30,0,");
}

TEST_F(PacketsCsvTest, NamesTheReasonOfADrop) {
  PacketsCsv csv{file_, {"fabric.sw0"}};
  PortEvent event = send_event();
  event.kind = EventKind::kDrop;
  event.reason = DropReason::kVcrc;
  event.packet.corrupted = true;

  csv.on_event(event);
  csv.close();

  EXPECT_EQ(second_line(), "2000,fabric.sw0.port3,drop,1,42,4,9,0,0,10,77,5,30,1,vcrc");
}

TEST_F(PacketsCsvTest, LeavesFlowControlOut) {
  PacketsCsv csv{file_, {"fabric.sw0"}};
  PortEvent event = send_event();
  event.kind = EventKind::kSendFlowControl;

  csv.on_event(event);
  csv.close();

  EXPECT_EQ(second_line(), "");
}

TEST_F(PacketsCsvTest, SaysWhenTheDiskIsFull) {
  PacketsCsv csv{"/dev/full", {"fabric.sw0"}};

  csv.on_event(send_event());

  EXPECT_THROW(csv.close(), fabric::ConfigError);
}

}  // namespace
}  // namespace ib::tb
