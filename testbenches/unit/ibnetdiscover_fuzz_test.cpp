// SPDX-License-Identifier: Apache-2.0
// Damaged dumps give a topology or a ConfigError, nothing else; sanitizers watch in the asan
// preset.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "models/fabric/config_error.h"
#include "models/fabric/ibnetdiscover.h"
#include "models/fabric/text_file.h"
#include "models/ib/base/random.h"

namespace ib::fabric {
namespace {

/// IB_FUZZ_ROUNDS=100000 runs it longer by hand.
unsigned rounds() {
  const char* text = std::getenv("IB_FUZZ_ROUNDS");
  return text == nullptr ? 40 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

class IbnetdiscoverFuzz : public testing::TestWithParam<const char*> {
 protected:
  /// True when the text gave a topology.
  static bool survives(const std::string& text) {
    try {
      const auto imported = parse_ibnetdiscover(text, "fuzz");
      EXPECT_FALSE(imported.topology.nodes().empty());
      return true;
    } catch (const ConfigError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      EXPECT_NE(std::string(error.what()), "");
      return false;
    }
  }

  const std::string whole_ =
      read_text_file(std::string(IB_SOURCE_DIR) + "/testbenches/data/" + GetParam());
  RandomStream random_{1, GetParam()};
};

TEST_P(IbnetdiscoverFuzz, ReadsTheWholeSample) { EXPECT_TRUE(survives(whole_)); }

TEST_P(IbnetdiscoverFuzz, AnswersEveryCutWithTheRecordItLacks) {
  for (unsigned round = 0; round < rounds(); ++round) {
    const std::string text = whole_.substr(0, random_.below(whole_.size()));
    if (survives(text)) {
      // Only the last record's own lines may be missing: its links are known from the other side.
      EXPECT_GT(text.size(), whole_.rfind("vendid=")) << "round " << round;
    }
  }
}

TEST_P(IbnetdiscoverFuzz, SurvivesFlippedBits) {
  for (unsigned round = 0; round < rounds(); ++round) {
    std::string text = whole_;
    const std::uint64_t flips = 1 + random_.below(4);
    for (std::uint64_t i = 0; i < flips; ++i) {
      char& byte = text[random_.below(text.size())];
      byte = static_cast<char>(byte ^ 1 << random_.below(8));
    }
    (void)survives(text);
  }
}

TEST_P(IbnetdiscoverFuzz, SurvivesShuffledPieces) {
  for (unsigned round = 0; round < rounds(); ++round) {
    const std::size_t from = random_.below(whole_.size());
    const std::size_t length = random_.below(2000);
    std::string text = whole_;
    text.insert(random_.below(text.size()), whole_.substr(from, length));
    text.erase(random_.below(text.size()), random_.below(200));
    (void)survives(text);
  }
}

INSTANTIATE_TEST_SUITE_P(, IbnetdiscoverFuzz,
                         testing::Values("cluster.ibnetdiscover", "chassis.ibnetdiscover"),
                         [](const auto& sample) {
                           return sample.index == 0 ? "Cluster" : "Chassis";
                         });

}  // namespace
}  // namespace ib::fabric
