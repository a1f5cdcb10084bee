// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/fuzz/random_inputs.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kInputs = 1'000'000;

class FuzzSoak : public testing::TestWithParam<const char*> {};

TEST_P(FuzzSoak, SurvivesRandomInputs) { run_random_inputs(fuzz_subject(GetParam()), kInputs); }

INSTANTIATE_TEST_SUITE_P(, FuzzSoak, testing::Values("Management", "PacketParser", "Ibnetdiscover"),
                         [](const auto& subject) { return std::string(subject.param); });

}  // namespace
}  // namespace ib::tb
