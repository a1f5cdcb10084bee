// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/send_wqe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ib::tb {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

std::vector<int> segment(const SendWqe& wqe, unsigned number) {
  const auto* const first = wqe.bytes.data() + number * kSegmentBytes;
  return {first, first + kSegmentBytes};
}

// Bytes by hand from ib-facts 9.3: opmod<<24 | index<<8 | opcode; QPN<<8 | ds; fm_ce_se; immediate.
TEST(SendWqe, PutsAWriteIntoControlRaddrAndDataSegment) {
  WorkRequest request;
  request.opcode = WqeOpcode::kRdmaWrite;
  request.local_address = 0x1122334455667788;
  request.bytes = 0x10000;
  request.lkey = 0x00ABCD01;
  request.remote_address = 0x0102030405060708;
  request.rkey = 0xDEADBEEF;

  const SendWqe wqe = build_send_wqe(request, 0x123456, 0x789A, nullptr);

  EXPECT_EQ(wqe.segments, 3u);
  EXPECT_EQ(wqe.blocks(), 1u);
  EXPECT_THAT(segment(wqe, 0), ElementsAre(0x00, 0x78, 0x9A, 0x08, 0x12, 0x34, 0x56, 0x03,  //
                                           0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00));
  EXPECT_THAT(segment(wqe, 1), ElementsAre(0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,  //
                                           0xDE, 0xAD, 0xBE, 0xEF, 0x00, 0x00, 0x00, 0x00));
  EXPECT_THAT(segment(wqe, 2), ElementsAre(0x00, 0x01, 0x00, 0x00, 0x00, 0xAB, 0xCD, 0x01,  //
                                           0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88));
}

TEST(SendWqe, LeavesTheCompletionOutOfAnUnsignaledSend) {
  WorkRequest request;
  request.bytes = 4;
  request.signaled = false;

  const SendWqe wqe = build_send_wqe(request, 1, 0, nullptr);

  EXPECT_EQ(wqe.segments, 2u);
  EXPECT_EQ(wqe.bytes[3], 0x0A);
  EXPECT_EQ(wqe.bytes[11], 0x00);
}

TEST(SendWqe, CopiesInlineDataBehindItsHeader) {
  const std::vector<std::uint8_t> data{1, 2, 3, 4, 5};
  WorkRequest request;
  request.opcode = WqeOpcode::kRdmaWriteImmediate;
  request.bytes = 5;
  request.inline_data = true;
  request.immediate = 0xCAFEBABE;

  const SendWqe wqe = build_send_wqe(request, 1, 0, data.data());

  EXPECT_EQ(wqe.segments, 3u);
  EXPECT_THAT(std::vector<int>(wqe.bytes.data() + 12, wqe.bytes.data() + 16),
              ElementsAre(0xCA, 0xFE, 0xBA, 0xBE));
  EXPECT_THAT(segment(wqe, 2),
              ElementsAreArray({0x80, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0}));
}

// perftest's largest inline message of a latency test fills a BlueFlame buffer of 256 bytes.
TEST(SendWqe, FillsFourBlocksWith220InlineBytesOfAWrite) {
  WorkRequest request;
  request.opcode = WqeOpcode::kRdmaWrite;
  request.bytes = 220;
  request.inline_data = true;
  EXPECT_EQ(blocks_of(request), 4u);
  request.bytes = 221;
  EXPECT_EQ(blocks_of(request), 5u);
}

TEST(SendWqe, NeedsNoDataSegmentForAnEmptyMessage) {
  const SendWqe wqe = build_send_wqe(WorkRequest{}, 1, 0, nullptr);
  EXPECT_EQ(wqe.segments, 1u);
}

}  // namespace
}  // namespace ib::tb
