// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/result_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace ib::tb {
namespace {

using Json = nlohmann::json;

TEST(ResultJson, HoldsARowOfATableUnderItsKeys) {
  const Table table{
      "bw", {{"size_bytes", "#bytes"}, {"bw_gbps", "BW"}}, {{std::uint64_t{64}, Fixed{1.5, 2}}}};

  const Json json = Json::parse(result_json({"write_bw", true, {}, {}}, {table}));

  EXPECT_EQ(json["tables"]["bw"][0]["size_bytes"], 64);
  EXPECT_EQ(json["tables"]["bw"][0]["bw_gbps"], 1.5);
}

TEST(ResultJson, SaysThatARunIsNotComplete) {
  const Json json = Json::parse(result_json({"write_bw", false, {"a packet is lost"}, {}}, {}));

  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["broken_invariants"][0], "a packet is lost");
}

TEST(ResultJson, SurvivesANameThatIsNotUtf8) {
  const std::string text = result_json({"x", true, {}, {{"testbench.from", "\xff"}}}, {});

  EXPECT_TRUE(Json::accept(text));
}

}  // namespace
}  // namespace ib::tb
