// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/context.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/ib/queues/layouts.h"

namespace ib {
namespace {

TEST(Context, QueuePairSurvivesEncodingAndDecoding) {
  std::vector<std::uint8_t> bytes(qp_context::kBytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 37 + 11);
  const QpContext decoded = decode_qp_context(bytes.data());

  std::vector<std::uint8_t> once(qp_context::kBytes);
  std::vector<std::uint8_t> twice(qp_context::kBytes);
  encode(decoded, once.data());
  encode(decode_qp_context(once.data()), twice.data());

  EXPECT_EQ(once, twice);
  EXPECT_EQ(decoded.attributes.dest_qpn, load_be24(&bytes[0x41]));
  EXPECT_EQ(decoded.attributes.dlid, load_be16(&bytes[0x44]));
  EXPECT_EQ(decoded.sq_buffer, load_be64(&bytes[0x20]));
}

TEST(Context, LayoutsHaveNoOverlapAndStayInside) {
  for (const Layout& layout : kHostLayouts) {
    std::vector<bool> taken(std::size_t{layout.bytes} * 8);
    for (std::size_t i = 0; i < layout.count; ++i) {
      const Field& f = layout.fields[i];
      const bool is_wide = f.width == 64;
      ASSERT_TRUE(is_wide || f.lsb + f.width <= 32) << layout.name << "." << f.name;
      const std::size_t low = is_wide ? 0 : f.lsb;
      for (std::size_t bit = low; bit < low + f.width; ++bit) {
        const std::size_t at = std::size_t{f.offset} * 8 + bit;
        ASSERT_LT(at, taken.size()) << layout.name << "." << f.name;
        const bool shared = layout.name == "cqe" || layout.name == "data_segment";
        EXPECT_TRUE(shared || !taken[at]) << layout.name << "." << f.name;
        taken[at] = true;
      }
    }
  }
}

TEST(Context, CommandEntryAnswersInOneBurst) {
  EXPECT_GE(command_entry::kResult.offset, command_entry::kAnswerOffset);
  EXPECT_GE(command_entry::kStatus.offset, command_entry::kAnswerOffset);
  EXPECT_LT(command_entry::kOutput.offset + 8u, command_entry::kAnswerOffset + 1u);
}

}  // namespace
}  // namespace ib
