// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ib::tb {
namespace {

TEST(Csv, HeadsItsRowsWithTheKeys) {
  const Table table{"t", {{"name", "NAME"}, {"latency_ns", "t[ns]"}}, {{"a", Fixed{0.1, 0}}}};

  EXPECT_EQ(to_csv(table), "name,latency_ns\na,0.1\n");
}

// RFC 4180, section 2: fields with commas, quotes or line ends are quoted, quotes doubled.
TEST(Csv, QuotesWhatWouldSplitAField) {
  EXPECT_EQ(csv_field("leaf 1, \"A\""), "\"leaf 1, \"\"A\"\"\"");
}

TEST(Csv, WritesIntegersWhole) {
  const Table table{"t", {{"n", "N"}}, {{std::uint64_t{18446744073709551615u}}}};

  EXPECT_EQ(to_csv(table), "n\n18446744073709551615\n");
}

TEST(FlowsTable, HasACellForEachColumn) {
  const Table table = flows_table({FlowRow{}});

  EXPECT_EQ(table.rows.front().size(), table.columns.size());
}

TEST(PortsTable, HasACellForEachColumn) {
  const Table table = ports_table({PortRow{}});

  EXPECT_EQ(table.rows.front().size(), table.columns.size());
}

}  // namespace
}  // namespace ib::tb
