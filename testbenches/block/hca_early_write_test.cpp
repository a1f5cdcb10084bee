// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

// Ten packets, the third is lost: the seven behind it are placed, nothing is NAKed, and when the
// time-out has brought the lost one the rest is there.
TEST(HcaEarlyWriteTest, WhatComesBehindAGapIsPlacedAtOnce) {
  ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION);
  hca::HcaConfig config;
  config.out_of_order_writes = true;
  HcaPair pair(config);
  pair.options.timeout = 4;
  int seen = 0;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    return from_a && packet.payload_bytes > 0 && ++seen == 3;
  };
  const bool ended = pair.run([&] {
    pair.client.fill(0, 40000, 5);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 40000));
    pair.client.host->spend(5000);
    EXPECT_EQ(pair.server.read(3 * 4096, 40000 - 3 * 4096),
              pair.client.read(3 * 4096, 40000 - 3 * 4096));
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
    pair.client.host->spend(2000);
    EXPECT_EQ(pair.server.read(0, 40000), pair.client.read(0, 40000));
  });
  ASSERT_TRUE(ended);
  const hca::HcaCounters& counters = pair.server.hca->counters();
  EXPECT_EQ(counters.packets_placed_early, 7u);
  EXPECT_EQ(counters.sequence_naks_sent, 0u);
  EXPECT_EQ(counters.messages_received, 1u);
}

}  // namespace
}  // namespace ib::tb
