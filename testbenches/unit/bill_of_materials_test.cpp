// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/bill_of_materials.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

const BillLine* line_of(const std::vector<BillLine>& bill, const std::string& item) {
  for (const BillLine& each : bill) {
    if (each.item == item) return &each;
  }
  return nullptr;
}

phy::CableConfig cable(double length) {
  phy::CableConfig config;
  config.length_m = length;
  return config;
}

// A full tree of two levels of 8-port switches: 12 switches, 32 hosts, 64 cables.
TEST(BillOfMaterials, CountsAFatTree) {
  const auto bill = bill_of_materials(fat_tree_2(8), cable(3));

  EXPECT_EQ(line_of(bill, "switch 8 ports")->count, 12u);
  EXPECT_EQ(line_of(bill, "switch port 4xNDR")->count, 12u * 8);
  EXPECT_EQ(line_of(bill, "adapter 1 port")->count, 32u);
  EXPECT_EQ(line_of(bill, "cable 4xNDR dac 3 m")->count, 64u);
  EXPECT_EQ(line_of(bill, "cable 4xNDR dac 3 m")->form_factor, "OSFP");
  EXPECT_DOUBLE_EQ(*line_of(bill, "cable 4xNDR dac 3 m")->metres, 192);
  EXPECT_EQ(line_of(bill, "total"), nullptr);
}

TEST(BillOfMaterials, SumsWhatHasAPriceByTheLongestNameThatFits) {
  const std::vector<PriceEntry> prices{{"switch", 1000, std::nullopt, 100},
                                       {"switch 8 ports", 2000, std::nullopt, 300},
                                       {"cable 4xNDR", 50, 10, std::nullopt}};
  const auto bill = bill_of_materials(fat_tree_2(8), cable(3), prices);

  EXPECT_DOUBLE_EQ(*line_of(bill, "switch 8 ports")->price, 24'000);
  EXPECT_DOUBLE_EQ(*line_of(bill, "cable 4xNDR dac 3 m")->price, 64 * (50 + 30));
  EXPECT_FALSE(line_of(bill, "adapter 1 port")->price);
  // "switch" fits "switch port 4xNDR" too.
  EXPECT_DOUBLE_EQ(*line_of(bill, "total")->price, 24'000 + 96'000 + 5'120);
  EXPECT_DOUBLE_EQ(*line_of(bill, "total")->watts, 3'600 + 9'600);
}

TEST(BillOfMaterials, RefusesAPriceListThatIsNone) {
  const auto file =
      std::filesystem::temp_directory_path() / ("prices." + std::to_string(::getpid()) + ".toml");
  for (const char* text : {"[[item]]\nprice = 3\n", "[[item]]\nname = \"x\"\nprice = -3\n",
                           "[[item]]\nname = \"x\"\ncost = 3\n", "x = 1\n", "[[item\n"}) {
    std::ofstream{file} << text;
    EXPECT_THROW((void)read_price_list(file.string()), ConfigError) << text;
  }
  std::ofstream{file} << "[[item]]\nname = \"cable\"\nprice_per_m = 3\nwatts = 1.5\n";
  EXPECT_EQ(read_price_list(file.string()).at(0).watts, 1.5);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace ib::fabric
