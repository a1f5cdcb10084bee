// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/peer_table.h"

#include <gtest/gtest.h>

#include <map>

#include "models/ib/base/random.h"

namespace ib::tb {
namespace {

TEST(PeerTable, KeepsWhatAMapWould) {
  PeerTable<std::uint64_t> table;
  std::map<std::uint32_t, std::uint64_t> expected;
  RandomStream random{1, "peers"};
  for (int i = 0; i < 20'000; ++i) {
    const auto peer = static_cast<std::uint32_t>(random.below(3000) * random.below(3));
    EXPECT_EQ(table[peer], expected[peer]);
    table[peer] += 1;
    expected[peer] += 1;
  }
  for (const auto& [peer, count] : expected) EXPECT_EQ(table[peer], count);
}

}  // namespace
}  // namespace ib::tb
