// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/packet_job.h"

#include <gtest/gtest.h>

#include "models/ib/packet/packet_codec.h"
#include "testbenches/unit/packet_job_vectors.h"

namespace ib {
namespace {

/// Headers, payload and CRCs of the job's first packet as on the wire.
tb::Bytes wire(const tb::JobVector& vector) {
  PayloadPool pool;
  Packet packet;
  PacketBuilder builder(packet);
  write_headers(builder, vector.job, packet_of(vector.job, 0));
  Payload payload;
  if (!vector.payload.empty()) {
    payload = Payload::real(pool);
    std::copy(vector.payload.begin(), vector.payload.end(), payload.writable());
  }
  builder.finish(static_cast<std::uint16_t>(vector.payload.size()), std::move(payload));
  tb::Bytes bytes(packet.wire_bytes);
  serialize(packet, bytes.data());
  return bytes;
}

// Published and independently computed packets: each is what its job makes.
TEST(PacketJob, MakesEveryVector) {
  int made = 0;
  for (const tb::JobVector& vector : tb::job_vectors()) {
    EXPECT_EQ(wire(vector), tb::vector_bytes(vector.name)) << vector.name;
    ++made;
  }
  EXPECT_GE(made, 25);
}

TEST(PacketJob, CutsAMessageAtTheMtu) {
  PacketJob job;
  job.kind = PacketKind::kWrite;
  job.length = 600;
  job.mtu = 256;
  job.packets = 3;
  job.bth.psn = Psn{0xFFFFFF};
  job.bth.ack_request = true;
  const JobPacket first = packet_of(job, 0);
  const JobPacket middle = packet_of(job, 1);
  const JobPacket last = packet_of(job, 2);
  EXPECT_EQ(first.position, Position::kFirst);
  EXPECT_EQ(middle.position, Position::kMiddle);
  EXPECT_EQ(last.position, Position::kLast);
  EXPECT_EQ(last.offset, 512u);
  EXPECT_EQ(last.length, 88u);
  EXPECT_EQ(middle.psn.value(), 0u);
  EXPECT_FALSE(middle.ack_request);
  EXPECT_TRUE(last.ack_request);
}

TEST(PacketJob, AskedAgainForAReadFromThePacketThatIsMissing) {
  PacketJob job;
  job.kind = PacketKind::kRead;
  job.length = 600;
  job.mtu = 256;
  job.index = 2;
  const JobPacket rest = packet_of(job, 0);
  EXPECT_EQ(rest.offset, 512u);
  EXPECT_EQ(rest.length, 88u);
}

}  // namespace
}  // namespace ib
