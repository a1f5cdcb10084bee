// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/fnv1a.h"

#include <gtest/gtest.h>

namespace ib::tb {
namespace {

std::uint64_t hash_of(std::string_view text) {
  Fnv1a hash;
  hash.add(text);
  return hash.value();
}

// Test vectors of RFC 9923, appendix.
TEST(Fnv1a, MatchesItsSpecification) {
  EXPECT_EQ(hash_of(""), 0xCBF29CE484222325u);
  EXPECT_EQ(hash_of("a"), 0xAF63DC4C8601EC8Cu);
  EXPECT_EQ(hash_of("foobar"), 0x85944171F73967E8u);
}

TEST(Fnv1a, TakesBytesInPieces) {
  Fnv1a hash;
  hash.add("foo");
  hash.add("bar");

  EXPECT_EQ(hash.value(), hash_of("foobar"));
}

}  // namespace
}  // namespace ib::tb
