// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/packet_profile.h"

#include <gtest/gtest.h>

namespace ib::tb {
namespace {

constexpr std::uint32_t kHost = 0;
constexpr std::uint32_t kSwitch = 1;
constexpr std::uint32_t kOther = 2;

PortEvent event(std::int64_t ns, std::uint32_t chip, std::uint16_t port, EventKind kind,
                std::uint64_t sequence, std::uint16_t bytes = 130) {
  PortEvent e;
  e.time = ns * kTicksPerNs;
  e.chip = chip;
  e.port = port;
  e.kind = kind;
  e.packet.id.source = 0;
  e.packet.id.sequence = sequence;
  e.packet.wire_bytes = bytes;
  return e;
}

double number(const Cell& cell) {
  if (const auto* fixed = std::get_if<Fixed>(&cell)) return fixed->value;
  return static_cast<double>(std::get<std::uint64_t>(cell));
}

class PacketProfileTest : public testing::Test {
 protected:
  PacketProfile profile_{{{"h0", false}, {"sw0", true}, {"h1", false}}};
};

// Two packets of three blocks: 10 to 30 ns and 20 to 50 ns in the switch, by hand.
TEST_F(PacketProfileTest, IntegratesBlocksOverTime) {
  profile_.on_event(event(10, kSwitch, 1, EventKind::kReceive, 0));
  profile_.on_event(event(20, kSwitch, 1, EventKind::kReceive, 1));
  profile_.on_event(event(30, kSwitch, 2, EventKind::kSend, 0));
  profile_.on_event(event(50, kSwitch, 2, EventKind::kSend, 1));

  const Table buffers = profile_.buffers();

  ASSERT_EQ(buffers.rows.size(), 2u);
  EXPECT_EQ(std::get<std::string>(buffers.rows[0][0]), "sw0.port1");
  EXPECT_NEAR(number(buffers.rows[0][1]), 3.0 * (20 + 30) / 50, 1e-9);
  EXPECT_EQ(number(buffers.rows[0][2]), 6);
  EXPECT_EQ(number(buffers.rows[1][3]), 2);
  EXPECT_NEAR(number(buffers.rows[1][4]), 25, 1e-9);
  EXPECT_NEAR(number(buffers.rows[1][5]), 30, 1e-9);
}

TEST_F(PacketProfileTest, MeasuresFromTheFirstBitOutToTheFirstWordIn) {
  profile_.on_event(event(5, kHost, 1, EventKind::kSend, 7));
  profile_.on_event(event(8, kSwitch, 1, EventKind::kReceive, 7));
  profile_.on_event(event(9, kSwitch, 2, EventKind::kSend, 7));
  profile_.on_event(event(15, kOther, 1, EventKind::kReceive, 7));

  const Table latency = profile_.latency();

  ASSERT_EQ(latency.rows.size(), 1u);
  EXPECT_NEAR(number(latency.rows[0][0]), 10, 10.0 / 32);
  EXPECT_EQ(number(latency.rows[0][2]), 1);
}

TEST_F(PacketProfileTest, ForgetsWhatIsDropped) {
  profile_.on_event(event(0, kHost, 1, EventKind::kSend, 1));
  profile_.on_event(event(10, kSwitch, 1, EventKind::kReceive, 1));
  profile_.on_event(event(20, kSwitch, 1, EventKind::kDrop, 1));
  profile_.on_event(event(40, kSwitch, 1, EventKind::kReceive, 2));
  profile_.on_event(event(40, kSwitch, 2, EventKind::kSend, 2));

  EXPECT_NEAR(number(profile_.buffers().rows[0][1]), 3.0 * 10 / 40, 1e-9);
  EXPECT_TRUE(profile_.latency().rows.empty());
}

TEST(LogHistogram, KeepsValuesToAThirtySecond) {
  LogHistogram histogram;
  for (const std::uint64_t value : {0u, 31u, 63u, 64u, 65u, 1000u, 123456789u})
    histogram.add(value);

  for (const auto& [edge, count] : histogram.classes()) {
    (void)count;
    LogHistogram same;
    same.add(edge);
    EXPECT_EQ(same.classes()[0].first, edge);
  }
  EXPECT_EQ(histogram.classes()[3].first, 65u);
  EXPECT_EQ(histogram.classes()[3].second, 2u);
  EXPECT_NEAR(static_cast<double>(histogram.classes().back().first), 123456789, 123456789.0 / 32);
}

}  // namespace
}  // namespace ib::tb
