// SPDX-License-Identifier: Apache-2.0
#include "tlm/conductor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "testbenches/block/link_bench.h"

namespace ib::tb {
namespace {

using link::LinkConfig;

constexpr LinkRate kNdr{Generation::kNdr, Width::k4x};
constexpr Ticks kNs = kTicksPerNs;
constexpr Ticks kLatency = 50 * kNs;

/// Does nothing but note the windows in which it ran.
class IdleChip : public Chip {
 public:
  explicit IdleChip(const sc_core::sc_module_name& name) : Chip(name, Clock{kNs}, 1, 64) {}

  void wake_at(Cycle cycle) { agenda_.wake(cycle, Phase::kDecide, 0); }
  void log_at(Ticks time) { times_to_log.push_back(time); }
  void advance(Ticks limit) override {
    take_announced([](unsigned) {});
    agenda_.run_before(clock_.at_or_after(limit), [this](Phase, unsigned) {
      ran_at.push_back(agenda_.now());
      for (const Ticks time : times_to_log) log(time, 1, EventKind::kSend);
      times_to_log.clear();
    });
    limits.push_back(limit);
  }
  [[nodiscard]] std::uint64_t progress() const override { return 0; }
  [[nodiscard]] std::uint64_t held_packets() const override { return held; }
  void describe_waits(std::vector<std::string>& lines) const override { lines = waits; }

  std::vector<Cycle> ran_at;
  std::vector<Ticks> limits;
  std::vector<Ticks> times_to_log;
  std::vector<std::string> waits;
  std::uint64_t held = 0;
};

void run_until(Conductor& conductor, Ticks end) {
  conductor.stop_at(end);
  sc_core::sc_start(to_sc_time(end) - sc_core::sc_time_stamp());
}

TEST(Conductor, CutsTheWindowBelowTheSmallestLatency) {
  Conductor conductor{"conductor", {}};
  IdleChip chip{"chip"};
  conductor.add(chip);
  conductor.limit_quantum(90 * kNs);
  conductor.limit_quantum(50 * kNs);
  run_until(conductor, kNs);

  EXPECT_EQ(conductor.quantum(), 50 * kNs - kTicksPerPs);
}

TEST(Conductor, TakesASmallerQuantumInWholePicoseconds) {
  ConductorConfig config;
  config.quantum = 7 * kNs + 13;
  Conductor conductor{"conductor", config};
  IdleChip chip{"chip"};
  conductor.add(chip);
  conductor.limit_quantum(50 * kNs);
  run_until(conductor, kNs);

  EXPECT_EQ(conductor.quantum(), 7 * kNs);
}

TEST(Conductor, RunsAChipOnlyInWindowsInWhichItHasWork) {
  ConductorConfig config;
  config.quantum = 10 * kNs;
  Conductor conductor{"conductor", config};
  IdleChip busy{"busy"};
  IdleChip idle{"idle"};
  conductor.add(busy);
  conductor.add(idle);
  for (const Cycle cycle : {3, 12, 1'000'000}) busy.wake_at(cycle);
  run_until(conductor, 2'000'000 * kNs);

  EXPECT_THAT(busy.ran_at, testing::ElementsAre(3, 12, 1'000'000));
  // Windows begin with the work: [3, 13) holds both 3 and 12, [1000000, 1000010) the last.
  EXPECT_THAT(busy.limits, testing::ElementsAre(13 * kNs, 1'000'010 * kNs));
  EXPECT_TRUE(idle.limits.empty());
}

TEST(Conductor, DoesNothingAtOrAfterTheEndAndGoesOnWhenItIsMoved) {
  Conductor conductor{"conductor", {}};
  IdleChip chip{"chip"};
  conductor.add(chip);
  conductor.limit_quantum(50 * kNs);
  for (const Cycle cycle : {99, 100, 250}) chip.wake_at(cycle);
  run_until(conductor, 100 * kNs);
  EXPECT_THAT(chip.ran_at, testing::ElementsAre(99));

  run_until(conductor, 300 * kNs);
  EXPECT_THAT(chip.ran_at, testing::ElementsAre(99, 100, 250));
}

TEST(Conductor, GivesObserversEventsByTimeThenChipThenOrder) {
  Conductor conductor{"conductor", {}};
  IdleChip first{"first"};
  IdleChip second{"second"};
  EventLog log;
  conductor.add(first);
  conductor.add(second);
  conductor.add(log);
  conductor.limit_quantum(50 * kNs);
  for (const Ticks time : {30, 20, 20}) second.log_at(time * kNs);
  for (const Ticks time : {20, 10}) first.log_at(time * kNs);
  first.wake_at(1);
  second.wake_at(1);
  run_until(conductor, 100 * kNs);

  std::vector<std::tuple<Ticks, unsigned, std::uint64_t>> seen;
  for (const PortEvent& e : log.all()) seen.emplace_back(e.time / kNs, e.chip, e.order);
  using Seen = std::tuple<Ticks, unsigned, std::uint64_t>;
  EXPECT_THAT(seen, testing::ElementsAre(Seen{10, 0, 1}, Seen{20, 0, 0}, Seen{20, 1, 1},
                                         Seen{20, 1, 2}, Seen{30, 1, 0}));
}

// A first bit may leave later than the edge at which its chip decided so, past the last window.
TEST(Conductor, DeliversAnEventPastTheLastWindow) {
  ConductorConfig config;
  config.quantum = kNs;
  Conductor conductor{"conductor", config};
  IdleChip chip{"chip"};
  EventLog log;
  conductor.add(chip);
  conductor.add(log);
  chip.log_at(5 * kNs);
  chip.log_at(100 * kNs);
  chip.wake_at(1);
  run_until(conductor, 50 * kNs);
  ASSERT_EQ(log.all().size(), 1u);
  EXPECT_EQ(log.all()[0].time, 5 * kNs);

  run_until(conductor, 200 * kNs);
  EXPECT_EQ(log.all().size(), 2u);
}

TEST(Conductor, PollsAboutEveryInterval) {
  Conductor conductor{"conductor", {}};
  IdleChip chip{"chip"};
  conductor.add(chip);
  conductor.limit_quantum(10 * kNs);
  for (Cycle cycle = 0; cycle < 1000; cycle += 5) chip.wake_at(cycle);
  std::vector<Ticks> polls;
  conductor.on_progress(100 * kNs, [&](Ticks now) { polls.push_back(now); });
  run_until(conductor, 1000 * kNs);

  ASSERT_GE(polls.size(), 9u);
  ASSERT_LE(polls.size(), 10u);
  for (std::size_t i = 1; i < polls.size(); ++i) EXPECT_GE(polls[i] - polls[i - 1], 100 * kNs);
}

struct Silent {
  explicit Silent(std::uint64_t held) : conductor("conductor", watched()), chip("chip") {
    conductor.add(chip);
    chip.held = held;
    chip.waits = {"chip waits for nobody"};
    chip.wake_at(10);
  }
  static ConductorConfig watched() {
    ConductorConfig config;
    config.watchdog = 1000 * kNs;
    return config;
  }
  Conductor conductor;
  IdleChip chip;
};

// Nothing is left in any agenda; packets are held all the same.
TEST(Conductor, ReportsPacketsHeldForever) {
  Silent silent{3};
  run_until(silent.conductor, 100'000 * kNs);
  EXPECT_THAT(silent.conductor.deadlock(), testing::ElementsAre("chip waits for nobody"));
}

TEST(Conductor, ReportsNothingWhenNothingIsHeld) {
  Silent silent{0};
  run_until(silent.conductor, 100'000 * kNs);
  EXPECT_TRUE(silent.conductor.deadlock().empty());
}

TEST(Conductor, LetsThePlanExplainADeadlock) {
  Silent silent{1};
  silent.conductor.explain_deadlock_by([] { return std::vector<std::string>{"a cycle"}; });
  run_until(silent.conductor, 100'000 * kNs);
  EXPECT_THAT(silent.conductor.deadlock(), testing::ElementsAre("a cycle"));
}

}  // namespace
}  // namespace ib::tb
