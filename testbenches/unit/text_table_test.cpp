// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/text_table.h"

#include <gtest/gtest.h>

namespace ib::tb {
namespace {

TEST(TextTable, AlignsTextLeftAndNumbersRight) {
  const Table table{"t",
                    {{"name", "NAME"}, {"n", "N"}},
                    {{"a", std::uint64_t{5}}, {"bcdef", std::uint64_t{123}}}};

  EXPECT_EQ(aligned(table),
            "NAME     N\n"
            "a        5\n"
            "bcdef  123\n");
}

TEST(TextTable, RoundsToTheDigitsOfTheCell) { EXPECT_EQ(to_text(Fixed{1.005, 1}), "1.0"); }

TEST(TextTable, ShowsTheHeadingsOfAnEmptyTable) {
  EXPECT_EQ(aligned({"t", {{"name", "NAME"}}, {}}), "NAME\n");
}

}  // namespace
}  // namespace ib::tb
