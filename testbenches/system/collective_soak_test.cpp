// SPDX-License-Identifier: Apache-2.0
#include "testbenches/system/collective_bench.h"

namespace ib::tb {
namespace {

class CollectiveSoak : public testing::Test, protected CollectiveBench {};

TEST_F(CollectiveSoak, OfEightHostsAnd256MiBTakesTheClosedForm) {
  const Links links = probe({"--nodes", "8"});
  expect_ring({"--nodes", "8"}, 8, 268'435'456, links.near, links.near);
  expect_halving_doubling({"--nodes", "8"}, 8, 8, 268'435'456, links);
}

TEST_F(CollectiveSoak, Of256HostsAndMiddlingSizesTakesTheClosedForm) {
  const std::vector<std::string> tree{"--topology", "fattree2:32,leaves=16"};
  const Links links = probe(tree);
  for (const std::uint64_t bytes : {16'384ull, 262'144ull, 4'194'304ull}) {
    expect_ring(tree, 256, bytes, links.near, links.far, 1.0 / 16);
    expect_halving_doubling(tree, 256, 16, bytes, links);
  }
}

TEST_F(CollectiveSoak, Of256HostsAnd256MiBTakesTheClosedForm) {
  const std::vector<std::string> tree{"--topology", "fattree2:32,leaves=16"};
  const Links links = probe(tree);
  expect_ring(tree, 256, 268'435'456, links.near, links.far, 1.0 / 16);
  expect_halving_doubling(tree, 256, 16, 268'435'456, links);
}

}  // namespace
}  // namespace ib::tb
