// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

std::uint64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  statm >> pages >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// A hundred thousand queue pairs of one HCA, ready to send; the simulator keeps 4 KB of each.
TEST(ManyQueuePairs, AHundredThousandTakeLessThanFourKilobytesEach) {
  ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION);
  constexpr std::uint32_t kQueuePairs = 100000;
  hca::HcaConfig config;
  config.command_cycles = 1;
  HcaPair pair(config);
  std::uint64_t bytes = 0;
  const bool ended = pair.run(
      [&] {
        PairEnd& a = pair.client;
        QpContext context;
        context.pd = a.pd;
        context.cqn_send = a.send_cq->number();
        context.cqn_receive = a.receive_cq->number();
        context.sq_buffer = a.buffer.address;
        context.rq_buffer = a.buffer.address;
        context.doorbell_record = a.buffer.address;
        context.log_rq_stride = 4;
        std::vector<std::uint8_t> mailbox(qp_context::kBytes);
        encode(context, mailbox.data());
        const std::uint64_t before = resident_bytes();
        std::uint32_t last = 0;
        for (std::uint32_t i = 0; i < kQueuePairs; ++i) {
          last = a.verbs->commands().execute(CommandOpcode::kCreateQp, 0, mailbox).result;
        }
        bytes = resident_bytes() - before;
        EXPECT_GE(last, kQueuePairs);
        // The connection that was there before them works still.
        a.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64));
        EXPECT_EQ(a.await_send().syndrome, CqeSyndrome::kNone);
      },
      /*limit_us=*/1e6);
  ASSERT_TRUE(ended);
  EXPECT_LE(bytes / kQueuePairs, 4096u);
}

}  // namespace
}  // namespace ib::tb
