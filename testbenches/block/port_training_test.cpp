// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/phy/cable.h"
#include "testbenches/block/link_bench.h"

namespace ib::tb {
namespace {

using Fate = TestCable::Fate;
using link::LinkConfig;
using link::TrainingMode;

constexpr LinkRate kNdr{Generation::kNdr, Width::k4x};
constexpr Ticks kUs = 1000 * kTicksPerNs;
constexpr Cycle kCyclesPerUs = 1000;
const Lid kAnyone{1};

LinkConfig trained(TrainingMode mode) {
  LinkConfig link;
  link.training = mode;
  link.error_limit = 4;
  return link;
}

/// Two probes whose cable loses or damages what a test wants it to.
struct Pair {
  explicit Pair(const LinkConfig& link)
      : a(bench.add_probe(link, kNdr)),
        b(bench.add_probe(link, kNdr)),
        cable(bench.connect(a.port(), b.port(), 50 * kTicksPerNs)) {}

  /// Damages the packets that A sends from now on, up to so many.
  void damage_packets(int count) {
    cable.tamper_a_to_b([left = count](const LinkTransfer& transfer) mutable {
      const bool hit = transfer.kind == LinkTransfer::Kind::kPacket && left-- > 0;
      return hit ? Fate::kDamage : Fate::kPass;
    });
  }
  void send(Cycle first, int count) {
    for (int i = 0; i < count; ++i) a.send_at(first + i * 100, test_packet(kAnyone, 1022));
  }

  LinkBench bench;
  LinkProbe& a;
  LinkProbe& b;
  TestCable& cable;
};

// IBTA Vol 1, link states: no packet passes before training is done; ib-facts 3.5: debounce alone
// is 100 ms, a thousandth of which is 100 us.
TEST(PortTraining, AFastLinkComesUpWithinAMillisecondAndThenCarriesPackets) {
  Pair pair{trained(TrainingMode::kFast)};
  pair.send(10, 1);
  pair.send(1000 * kCyclesPerUs, 1);
  pair.bench.run_until(100 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kDown);
  EXPECT_EQ(pair.a.port().counters().xmit_discards, 1u);

  pair.bench.run_until(1002 * kUs);

  EXPECT_EQ(pair.a.port().state().state(), PortState::kActive);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kActive);
  EXPECT_EQ(pair.b.arrivals().size(), 1u);
  EXPECT_TRUE(pair.a.port().trainer()->out().full_speed);
}

TEST(PortTraining, AFullyTrainedLinkTakesMoreThanAHundredMilliseconds) {
  Pair pair{trained(TrainingMode::kFull)};
  pair.bench.run_until(100'000 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kDown);
  pair.bench.run_until(150'000 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kActive);
}

TEST(PortTraining, ErrorsMakeBothEndsRecoverAndNothingElseIsLost) {
  Pair pair{trained(TrainingMode::kSkip)};
  pair.damage_packets(4);
  pair.send(1 * kCyclesPerUs, 20);
  pair.bench.run_until(20 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kActDefer);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kActDefer);

  pair.bench.run_until(1000 * kUs);

  EXPECT_EQ(pair.b.port().counters().symbol_error, 4u);
  EXPECT_EQ(pair.a.port().counters().link_error_recovery, 1u);
  EXPECT_EQ(pair.b.port().counters().link_error_recovery, 1u);
  EXPECT_EQ(pair.b.port().counters().link_downed, 0u);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kActive);
  EXPECT_EQ(pair.b.arrivals().size(), 20u);
}

TEST(PortTraining, FewerErrorsThanTheLimitOrTooSlowOnesChangeNothing) {
  Pair pair{trained(TrainingMode::kSkip)};
  pair.damage_packets(6);
  for (int i = 0; i < 6; ++i) {
    pair.a.send_at((1 + 5 * i) * kCyclesPerUs, test_packet(kAnyone, 1022));
  }
  pair.bench.run_until(100 * kUs);
  EXPECT_EQ(pair.b.port().counters().symbol_error, 6u);
  EXPECT_EQ(pair.b.port().counters().link_error_recovery, 0u);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kActive);
}

// ib-facts 3.5: a recovery that is not answered for 2 ms ends in Polling.
TEST(PortTraining, ALineThatStaysBrokenGoesDownAtBothEnds) {
  Pair pair{trained(TrainingMode::kSkip)};
  const auto broken = [](const LinkTransfer& transfer) {
    return transfer.first_bit > kUs ? Fate::kDamage : Fate::kPass;
  };
  pair.cable.tamper_a_to_b(broken);
  pair.cable.tamper_b_to_a(broken);
  pair.send(2 * kCyclesPerUs, 10);
  pair.bench.run_until(1000 * kUs);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kActDefer);
  EXPECT_EQ(pair.b.port().counters().link_downed, 0u);

  pair.bench.run_until(30'000 * kUs);

  EXPECT_EQ(pair.b.port().state().state(), PortState::kDown);
  EXPECT_EQ(pair.b.port().counters().link_downed, 1u);
  EXPECT_EQ(pair.b.port().counters().link_error_recovery, 0u);
}

TEST(PortTraining, ALinkThatWentDownTrainsAgainWhenTheLineIsWell) {
  Pair pair{trained(TrainingMode::kFast)};
  const auto broken = [](const LinkTransfer& transfer) {
    const bool bad = transfer.first_bit > 1000 * kUs && transfer.first_bit < 1100 * kUs;
    return bad ? Fate::kDamage : Fate::kPass;
  };
  pair.cable.tamper_a_to_b(broken);
  pair.cable.tamper_b_to_a(broken);
  pair.send(1001 * kCyclesPerUs, 20);
  pair.bench.run_until(3000 * kUs);
  EXPECT_EQ(pair.b.port().counters().link_downed, 1u);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kActive);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kActive);
}

// A manager that takes a link down has to arm it again; IBTA Vol 1, PortInfo.PortState.
TEST(PortTraining, AManagersDownTrainsBothEndsAgainAsFarAsInitialize) {
  Pair pair{trained(TrainingMode::kFast)};
  pair.a.take_down_at(1000 * kCyclesPerUs);
  pair.bench.run_until(1100 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kDown);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kDown);

  pair.bench.run_until(3000 * kUs);

  EXPECT_EQ(pair.a.port().state().state(), PortState::kInitialize);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kInitialize);
  EXPECT_EQ(pair.a.port().counters().link_downed, 1u);
  EXPECT_EQ(pair.b.port().counters().link_downed, 1u);
}

TEST(PortTraining, ADisabledPortStaysSilentUntilItIsEnabled) {
  Pair pair{trained(TrainingMode::kFast)};
  pair.a.take_down_at(1000 * kCyclesPerUs, /*disable=*/true);
  pair.a.take_down_at(4000 * kCyclesPerUs);
  pair.bench.run_until(3900 * kUs);
  EXPECT_EQ(pair.a.port().trainer()->out().state, TrainingState::kDisabled);
  EXPECT_EQ(port_physical_state(pair.b.port().trainer()->out().state), 2u);  // Polling
  EXPECT_EQ(pair.b.port().state().state(), PortState::kDown);

  pair.bench.run_until(6000 * kUs);

  EXPECT_EQ(pair.a.port().state().state(), PortState::kInitialize);
  EXPECT_EQ(pair.b.port().state().state(), PortState::kInitialize);
}

/// The same probes over a cable of the model.
struct CabledPair {
  explicit CabledPair(const phy::CableConfig& config)
      : a(bench.add_probe(trained(TrainingMode::kFast), kNdr)),
        b(bench.add_probe(trained(TrainingMode::kFast), kNdr)),
        cable("cable", {kNdr, {}, config}) {
    a.port().endpoint().socket.bind(cable.a);
    b.port().endpoint().socket.bind(cable.b);
    bench.conductor().limit_quantum(cable.a_to_b().min_latency());
  }

  LinkBench bench;
  LinkProbe& a;
  LinkProbe& b;
  phy::Cable cable;
};

TEST(PortTraining, TurnsItsLanesOnACableThatReversesThem) {
  phy::CableConfig crossed;
  crossed.reversed_lanes = true;
  CabledPair pair{crossed};
  pair.bench.run_until(2000 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kActive);
  EXPECT_TRUE(pair.a.port().trainer()->out().reverse_lanes);
  EXPECT_TRUE(pair.b.port().trainer()->out().reverse_lanes);
}

TEST(PortTraining, LeavesStraightLanesAlone) {
  CabledPair pair{{}};
  pair.bench.run_until(1000 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kActive);
  EXPECT_FALSE(pair.a.port().trainer()->out().reverse_lanes);
  EXPECT_EQ(pair.a.port().trainer()->inverted_lanes(), 0u);
}

TEST(PortTraining, MakesLanesWithCrossedWiresGood) {
  phy::CableConfig inverted;
  inverted.inverted_lanes = 0b0101;
  CabledPair pair{inverted};
  pair.bench.run_until(1000 * kUs);
  EXPECT_EQ(pair.a.port().state().state(), PortState::kActive);
  EXPECT_EQ(pair.a.port().trainer()->inverted_lanes(), 0b0101u);
  EXPECT_EQ(pair.b.port().trainer()->inverted_lanes(), 0b0101u);
}

}  // namespace
}  // namespace ib::tb
