// SPDX-License-Identifier: Apache-2.0
#include "testbenches/page/csv_reader.h"

#include <gmock/gmock.h>

namespace ib::tb {
namespace {

using testing::ElementsAre;

// RFC 4180, 2.5 to 2.7: fields in quotes hold commas, line breaks and doubled quotes.
TEST(CsvReader, TakesQuotesOff) {
  const CsvFile file = parse_csv("a,b,c\n1,\"x, \"\"y\"\"\nz\",3\n");

  EXPECT_THAT(file.headings, ElementsAre("a", "b", "c"));
  ASSERT_EQ(file.rows.size(), 1u);
  EXPECT_THAT(file.rows[0], ElementsAre("1", "x, \"y\"\nz", "3"));
}

TEST(CsvReader, FillsShortRowsAndKnowsEmptyFields) {
  const CsvFile file = parse_csv("a,b,c\n1\n,\"\",2");

  ASSERT_EQ(file.rows.size(), 2u);
  EXPECT_THAT(file.rows[0], ElementsAre("1", "", ""));
  EXPECT_THAT(file.rows[1], ElementsAre("", "", "2"));
}

TEST(CsvReader, FindsColumnsByHeading) {
  const CsvFile file = parse_csv("a,b\r\n1,2\r\n");

  EXPECT_EQ(file.column("b"), 1u);
  EXPECT_EQ(file.column("c"), std::nullopt);
  EXPECT_THAT(file.rows[0], ElementsAre("1", "2"));
}

TEST(CsvReader, AnswersNothingForNoText) {
  EXPECT_TRUE(parse_csv("").headings.empty());
  EXPECT_FALSE(read_csv("/does/not/exist.csv"));
}

}  // namespace
}  // namespace ib::tb
