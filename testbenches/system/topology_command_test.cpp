// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

class TopologyCommand : public testing::Test {
 protected:
  std::string written(const std::vector<std::string>& arguments, const std::string& file) {
    const Outcome outcome = program_.run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    std::ofstream{program_.folder() / file} << outcome.out;
    return outcome.out;
  }

  Program program_;
};

TEST_F(TopologyCommand, WritesAPlanThatRunsAsTheNamedOneDoes) {
  written({"topology", "fattree2:4"}, "net.txt");
  const auto run = [&](const std::string& topology) {
    const Outcome outcome =
        program_.run({"run", "uniform", "--topology", topology, "--duration", "5"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return outcome.out;
  };

  const std::string named = run("fattree2:4");
  EXPECT_THAT(named, HasSubstr("accepted"));
  EXPECT_EQ(run("net.txt").size(), named.size());
}

TEST_F(TopologyCommand, WritesTablesThatRouteTheSameFabric) {
  const std::string tables =
      written({"topology", "torus:4x4", "--to", "lfts", "--routing", "updown"}, "up.lfts");

  EXPECT_EQ(written({"topology", "torus:4x4", "--to", "lfts", "--routing", "file", "--routing-file",
                     "up.lfts"},
                    "again.lfts"),
            tables);
  EXPECT_EQ(program_
                .run({"run", "uniform", "--topology", "torus:4x4", "--routing", "file",
                      "--routing-file", "up.lfts", "--duration", "5"})
                .code,
            0);
}

TEST_F(TopologyCommand, WritesPlansForIbsimAndAsOurOwnFileThatRun) {
  written({"topology", "fattree2:4", "--to", "ibsim"}, "net");
  written({"topology", "fattree2:4", "--to", "plan"}, "plan.toml");
  const auto flows = [&](const std::string& topology) {
    const Outcome outcome = program_.run({"paths", topology, "--routing", "ftree"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return outcome.out;
  };

  EXPECT_EQ(flows("net").size(), flows("fattree2:4").size());
  EXPECT_THAT(flows("plan.toml"), HasSubstr("uniform"));
}

// 6 switches, 8 hosts, 16 cables of 5 m: 6 * 1000 + 16 * 5 * 2.
TEST_F(TopologyCommand, PricesABillOfMaterials) {
  std::ofstream{program_.folder() / "prices.toml"}
      << "[[item]]\nname = \"switch 4 ports\"\nprice = 1000\nwatts = 100\n"
         "[[item]]\nname = \"cable\"\nprice_per_m = 2\n";
  const Outcome outcome = program_.run({"topology", "fattree2:4", "--to", "bill", "--prices",
                                        "prices.toml", "--set", "cable.length_m=5", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;

  const auto bill = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(bill.back()["item"], "total");
  EXPECT_EQ(bill.back()["price"], 6160);
  EXPECT_EQ(bill.back()["power_w"], 600);
  EXPECT_THAT(program_.run({"topology", "fattree2:4", "--prices", "prices.toml"}).error,
              HasSubstr("--prices: is for --to bill"));
}

TEST_F(TopologyCommand, RoutesDragonfliesByMinimalAndValiantPaths) {
  const auto saturation = [&](const std::string& routing) {
    const Outcome outcome = program_.run({"paths", "dragonfly:4x2,hosts=2", "--routing", routing,
                                          "--set", "link.data_vls=3", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return nlohmann::json::parse(outcome.out)[0]["load_max"].get<double>();
  };

  EXPECT_GT(saturation("valiant"), saturation("dragonfly"));
  EXPECT_THAT(program_.run({"paths", "dragonfly:4x2", "--routing", "valiant"}).error,
              HasSubstr("takes 3 VLs, link.data_vls is 1"));
}

// A ring of 8: a host's 7 flows of 1/7 take 2 * (1 + 2 + 3) + 4 hops over trunks, and there are 16
// directions of trunks for 8 hosts.
TEST_F(TopologyCommand, ReportsTheLoadsOfARing) {
  const Outcome outcome =
      program_.run({"paths", "torus:8", "--routing", "dor", "--set", "link.data_vls=2", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;

  const auto uniform = nlohmann::json::parse(outcome.out).at(0);
  EXPECT_EQ(uniform.at("pattern"), "uniform");
  EXPECT_EQ(uniform.at("flows"), 56);
  EXPECT_EQ(uniform.at("unreachable"), 0);
  EXPECT_NEAR(uniform.at("trunk_load_mean").get<double>(), 8.0 / 7, 1e-3);
  EXPECT_NEAR(uniform.at("trunk_load_max").get<double>(), 8.0 / 7, 1e-3);
  EXPECT_NEAR(uniform.at("switches_mean").get<double>(), 1 + 16.0 / 7, 1e-3);
}

TEST_F(TopologyCommand, NeedsFewArguments) {
  EXPECT_EQ(program_.run({"topology"}).code, 2);
  EXPECT_EQ(program_.run({"topology", "mesh:2x2", "--to", "png"}).code, 2);
  EXPECT_EQ(program_.run({"topology", "mesh:2"}).code, 0);
  EXPECT_EQ(program_.run({"topology", "mesh:1"}).code, 2);
  EXPECT_EQ(program_.run({"topology", "no_such_file"}).code, 2);
  EXPECT_EQ(program_.run({"paths", "torus:5"}).code, 2);
  EXPECT_EQ(program_.run({"paths", "torus:5", "--allow-deadlock"}).code, 0);
}

}  // namespace
}  // namespace ib::tb
