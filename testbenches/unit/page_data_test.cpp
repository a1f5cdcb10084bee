// SPDX-License-Identifier: Apache-2.0
#include "testbenches/page/page_data.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "models/fabric/config_error.h"
#include "testbenches/page/page.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kResults =
    "{\"testbench\":\"uniform\",\"complete\":true,\"parameters\":{\"sim.seed\":\"1\"},"
    "\"tables\":{\"traffic\":[{\"load\":0.5,\"delay\":%d}]}}";

class PageDataTest : public testing::Test {
 protected:
  PageDataTest()
      : folder_(fs::temp_directory_path() / ("page_data." + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~PageDataTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream{folder_ / name} << text;
  }
  static std::string results(int delay) {
    std::string text{kResults};
    return text.replace(text.find("%d"), 2, std::to_string(delay));
  }
  [[nodiscard]] Json data() const { return Json::parse(page_data(folder_)); }

  fs::path folder_;
};

TEST_F(PageDataTest, ShowsARunWithItsPortsAndFlows) {
  write("results.json", results(7));
  write("ports.csv", "port,peer,utilisation,xmit_wait_cycles\nsw0.port1,h0.port1,0.25,3\n");
  write("provenance.json", "{\"version\":\"1.2\",\"command\":\"ibsilicon run\"}");

  const Json page = data();

  EXPECT_EQ(page["kind"], "run");
  EXPECT_EQ(page["provenance"]["version"], "1.2");
  EXPECT_EQ(page["tables"]["traffic"]["rows"], Json::parse("[[0,0.5,7]]"));
  EXPECT_EQ(page["points"][0]["ports"]["utilisation"], Json::parse("[0.25]"));
  EXPECT_EQ(page["layouts"][0], Json::parse("[\"sw0.port1\"]"));
}

TEST_F(PageDataTest, JoinsThePointsOfASweepAndKeepsPortNamesOnce) {
  write("points.csv",
        "point,load,mode,seed,state,reason\na,0.5,x,1,done,\nb,,y,2,done,\nc,1,x,1,failed,late\n");
  for (const char* point : {"a", "b"}) {
    write("points/" + std::string{point} + "/results.json", results(point[0]));
    write("points/" + std::string{point} + "/ports.csv", "port,utilisation\np1,0.5\n");
  }

  const Json page = data();

  EXPECT_EQ(page["axes"], Json::parse("[\"load\",\"mode\"]"));
  EXPECT_EQ(page["tables"]["traffic"]["rows"], Json::parse("[[0,0.5,97],[1,0.5,98]]"));
  EXPECT_EQ(page["points"][1]["settings"], Json::parse("{\"mode\":\"y\"}"));
  EXPECT_EQ(page["points"][2]["reason"], "late");
  EXPECT_EQ(page["layouts"].size(), 1u);
}

// Two levels of 4-port switches: 6 switches, 16 cables.
TEST_F(PageDataTest, BillsTheTopologyOfARun) {
  write("results.json",
        "{\"tables\":{},\"parameters\":{\"testbench.topology\":\"fattree2:4\",\"testbench.link_"
        "rate\":"
        "\"4xHDR\",\"cable.kind\":\"aoc\",\"cable.length_m\":\"7\"}}");

  const Json page = data();

  EXPECT_EQ(page["points"][0]["bill"], 0);
  EXPECT_EQ(page["bills"][0][0], Json::parse("[\"switch 4 ports\",\"\",6,null]"));
  EXPECT_EQ(page["bills"][0].back(), Json::parse("[\"cable 4xHDR aoc 7 m\",\"QSFP\",16,112.0]"));
}

TEST_F(PageDataTest, HoldsNothingThatEndsAScript) {
  write("results.json", results(1));
  write("provenance.json", "{\"command\":\"</script><script>\"}");

  EXPECT_THAT(page_data(folder_), Not(HasSubstr("<")));
  EXPECT_EQ(data()["provenance"]["command"], "</script><script>");
  EXPECT_THAT(page("<i>", page_data(folder_), Drawing::kPlain), HasSubstr("&lt;i>"));
}

TEST_F(PageDataTest, RefusesAFolderWithoutResultsAndADamagedFile) {
  EXPECT_THROW((void)data(), fabric::ConfigError);
  write("results.json", "{\"tables\":");
  EXPECT_THROW((void)data(), fabric::ConfigError);
  write("points.csv", "a,b\n");
  EXPECT_THROW((void)data(), fabric::ConfigError);
}

}  // namespace
}  // namespace ib::tb
