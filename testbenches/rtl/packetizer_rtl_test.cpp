// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/packetizer_rtl.h"

#include <gtest/gtest.h>

#include "models/ib/packet/crc.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/packet_stimuli.h"
#include "testbenches/rtl/twin_name.h"
#include "testbenches/unit/packet_job_vectors.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<PacketizerMachine> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class PacketizerTwins : public testing::TestWithParam<Factory> {
 protected:
  PacketizerTwins() { dut_->reset(); }

  /// Runs a job to its end and answers its packets, LRH to ICRC; `clocks_` counts from its offer.
  std::vector<tb::Bytes> run(const PacketJob& job, const tb::Bytes& payload) {
    std::vector<tb::Bytes> packets(1);
    std::size_t at = 0;
    PacketizerIn in;
    in.job_valid = true;
    in.job = job;
    for (clocks_ = 0; clocks_ < 2000 && packets.size() <= job.packets; ++clocks_) {
      in.payload_valid = at < payload.size();
      in.payload.fill(0xEE);  // what is past the end of the message must not matter
      const std::size_t count = std::min(kWordBytes, payload.size() - at);
      std::copy_n(payload.begin() + static_cast<std::ptrdiff_t>(at), count, in.payload.begin());
      const PacketizerOut out = dut_->step(in);
      if (out.job_ready) in.job_valid = false;
      if (in.payload_valid && out.payload_ready) at += count;
      if (!out.valid) continue;
      packets.back().insert(packets.back().end(), out.data.begin(), out.data.begin() + out.bytes);
      if (out.last) packets.emplace_back();
    }
    packets.pop_back();
    EXPECT_EQ(at, payload.size());
    return packets;
  }

  int clocks_ = 0;
  std::unique_ptr<PacketizerMachine> dut_ = GetParam()();
};

// ib-facts 2.3: published and independently computed packets.
TEST_P(PacketizerTwins, MakesEveryVector) {
  for (const tb::JobVector& vector : tb::job_vectors()) {
    tb::Bytes expected = tb::vector_bytes(vector.name);
    expected.resize(expected.size() - kVcrcBytes);
    const auto packets = run(vector.job, vector.payload);
    ASSERT_EQ(packets.size(), 1u) << vector.name;
    EXPECT_EQ(packets[0], expected) << vector.name;
  }
}

/// A WRITE of 600 bytes at MTU 256, as the vectors rc_write_first, _middle and _last_imm.
PacketJob write_of_600() {
  PacketJob job;
  job.kind = PacketKind::kWriteImmediate;
  job.length = 600;
  job.mtu = 256;
  job.packets = 3;
  job.bth.psn = Psn{0xFFFFFF};
  job.bth.ack_request = true;
  return job;
}

// ib-facts 6: First and Middle are full, Last takes the rest; the PSN counts on modulo 2^24.
TEST_P(PacketizerTwins, CutsAMessageAtTheMtu) {
  const auto packets = run(write_of_600(), tb::Bytes(600, 0x55));
  ASSERT_EQ(packets.size(), 3u);
  constexpr std::array kOpcodes{op::kWriteFirst, op::kWriteMiddle, op::kWriteLastImm};
  constexpr std::array<std::size_t, 3> kBytes{36 + 256 + 4, 20 + 256 + 4, 24 + 88 + 4};
  for (std::size_t i = 0; i < 3; ++i) {
    const Bth bth = Bth::decode(&packets[i][Lrh::kBytes]);
    EXPECT_EQ(bth.opcode, kOpcodes[i]);
    EXPECT_EQ(bth.psn, Psn{0xFFFFFF}.plus(static_cast<std::uint32_t>(i)));
    EXPECT_EQ(bth.ack_request, i == 2);
    EXPECT_EQ(packets[i].size(), kBytes[i]);
  }
}

TEST_P(PacketizerTwins, StartsInTheMiddleOfAMessage) {
  PacketJob job = write_of_600();
  job.index = 1;
  job.packets = 1;
  const auto packets = run(job, tb::Bytes(256, 0x55));
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(Bth::decode(&packets[0][Lrh::kBytes]).opcode, op::kWriteMiddle);
}

// Three clocks from the offer to the first word, then a word a clock without a gap.
TEST_P(PacketizerTwins, SendsAWordAClock) {
  PacketJob job = write_of_600();
  job.length = 16 * 4096;
  job.mtu = 4096;
  job.packets = 16;
  (void)run(job, tb::Bytes(job.length, 1));
  // First: 36 + 4096 + 4 bytes; 14 x 20 + 4096 + 4; Last: 24 + 4096 + 4.
  EXPECT_EQ(clocks_, 3 + 16 * 65);
}

// A body that fills its last word leaves the ICRC a word of its own.
TEST_P(PacketizerTwins, TheIcrcMayNeedAWordOfItsOwn) {
  PacketJob job;
  job.length = 44;
  const auto packets = run(job, tb::Bytes(44, 1));
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(packets[0].size(), 68u);
  EXPECT_EQ(icrc(packets[0].data(), 64), load_le32(&packets[0][64]));
}

TEST_P(PacketizerTwins, HoldsAWordUntilItIsTaken) {
  PacketizerIn in;
  in.job_valid = true;
  in.job.kind = PacketKind::kAcknowledge;
  in.ready = false;
  EXPECT_TRUE(dut_->step(in).job_ready);
  in.job_valid = false;
  (void)dut_->step(in);
  (void)dut_->step(in);
  for (int stall = 0; stall < 3; ++stall) EXPECT_TRUE(dut_->step(in).valid);
  in.ready = true;
  EXPECT_TRUE(dut_->step(in).last);
  EXPECT_FALSE(dut_->step(in).valid);
}

INSTANTIATE_TEST_SUITE_P(All, PacketizerTwins,
                         testing::Values(make_packetizer, cosim::make_packetizer_rtl),
                         tb::TwinName{});

TEST(PacketizerLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_packetizer();
  const auto rtl = cosim::make_packetizer_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::PacketizerStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
