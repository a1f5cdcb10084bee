// SPDX-License-Identifier: Apache-2.0
// A torus that could deadlock is refused; by dimension order over datelines it runs full.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "models/fabric/named_plan.h"
#include "testbenches/system/program.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

class TorusRun : public testing::Test {
 protected:
  Outcome run(const std::string& topology, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "uniform", "--topology", topology, "--duration",
                                       "20",  "--load",  "1",          "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program_.run(arguments);
  }

  Program program_;
};

TEST_F(TorusRun, IsRefusedWithItsCycleByShortestPathsOnOneLane) {
  const Outcome outcome = run("torus:5", {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.error, HasSubstr("fabric.routing = minhop: can deadlock"));
  EXPECT_THAT(outcome.error, HasSubstr("\n  sw4[2] VL0 waits for sw0[2] VL0\n"));
}

TEST_F(TorusRun, IsAllowedOnDemand) {
  EXPECT_EQ(run("torus:5", {"--allow-deadlock", "--warmup", "0"}).code, 0);
}

TEST_F(TorusRun, GivesTheSameWhateverQuantumAndThreads) {
  const std::vector<std::string> dor{"--routing", "dor", "--set", "link.data_vls=2"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), dor.begin(), dor.end());
    const Outcome outcome = run("torus:4x4,hosts=2", more);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return outcome.out;
  };
  const std::string reference = with({});
  EXPECT_THAT(reference, HasSubstr("accepted"));

  EXPECT_EQ(with({"--quantum", "1cycle"}), reference);
  EXPECT_EQ(with({"--threads", "2"}), reference);
  EXPECT_EQ(with({"--threads", "2", "--quantum", "7ns"}), reference);
}

TEST_F(TorusRun, RefusesANameThatIsNone) {
  const Outcome outcome = run("torsu:4x4", {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("'torsu:4x4' (allowed: single:HOSTS, "));
}

TEST_F(TorusRun, TakesThePathsServiceLevelsInQueuePairs) {
  const Outcome outcome = program_.run({"run", "write_lat", "--iters", "20", "--topology",
                                        "torus:4x4", "--routing", "dor", "--set", "link.data_vls=2",
                                        "--from", "host0", "--to", "host15", "--packets", "p.csv"});

  ASSERT_EQ(outcome.code, 0) << outcome.error;
  // Both coordinates go round the end: SL 3, VL 1 between switches and VL 0 to the host.
  const std::string packets = content(program_.folder() / "p.csv");
  for (const char* hop :
       {"fabric.sw0.port3,send,0,0,2,32,3,1,", "fabric.sw3.port5,send,0,0,2,32,3,1,",
        "fabric.sw15.port1,send,0,0,2,32,3,0,"}) {
    EXPECT_THAT(packets, HasSubstr(hop));
  }
}

/// Full lines into buffers of one packet a lane.
struct TightTorus {
  TightTorus(const std::string& name, unsigned data_vls, fabric::RoutingConfig routing) {
    fabric::FabricPlan plan = fabric::named_plan(name);
    config.link.data_vls = data_vls;
    config.link.mtu_bytes = 1024;
    config.link.rx_buffer_blocks = 18 * data_vls;
    config.sw.egress_buffer_blocks = 18 * data_vls;
    config.routing = std::move(routing);
    config.grid = std::move(plan.grid);
    load.load = 1;
    conductor.watchdog = ticks_from_ns(20'000);
    traffic = std::make_unique<TrafficFabric>(std::move(plan.topology), config, load, conductor);
    traffic->send_uniformly();
  }

  fabric::FabricConfig config;
  TrafficConfig load;
  ConductorConfig conductor;
  std::unique_ptr<TrafficFabric> traffic;
};

TEST(Torus, DrainsByDimensionOrderAfterFullLoad) {
  TightTorus torus{"torus:5x4,hosts=2", 2, {fabric::RoutingName::kDimensionOrder, "", false}};
  TrafficFabric& traffic = *torus.traffic;
  traffic.run(0, ticks_from_ns(50'000));
  for (TrafficNode* node : traffic.nodes()) node->stop_sending();
  traffic.run(0, ticks_from_ns(500'000));

  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  for (const TrafficNode* node : traffic.nodes()) {
    sent += node->total_sent();
    received += node->total_received();
    EXPECT_EQ(node->held_packets(), 0u) << node->name();
  }
  EXPECT_GT(sent, 5'000u);
  EXPECT_EQ(received, sent);
  EXPECT_THAT(traffic.broken_invariants(), testing::IsEmpty());
}

// What the check at load time guards against: without it the same buffers do stop.
TEST(Torus, StopsOnOneLaneWhenThatIsAllowed) {
  TightTorus torus{"torus:5", 1, {fabric::RoutingName::kMinHop, "", true}};
  const auto& ends = torus.traffic->fabric().ends();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    // Two on, the short way is up for all.
    const Lid to = ends[(i + 2) % ends.size()].site.lid;
    torus.traffic->nodes()[i]->set_destination([to](RandomStream&) { return to; });
  }
  torus.traffic->run(0, ticks_from_ns(2'000'000));

  const std::vector<std::string> report = torus.traffic->conductor().deadlock();
  EXPECT_THAT(report, testing::Contains(HasSubstr("cycle of waits: ")));
}

}  // namespace
}  // namespace ib::tb
