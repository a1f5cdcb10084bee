// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/qp_state.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace ib {
namespace {

// ib-facts 6, QP states: rows from, columns to, in the order Reset Init RTR RTS SQD SQE Error.
TEST(QpState, AllowsExactlyTheTransitionsOfTheTable) {
  constexpr std::array<std::string_view, kQpStates> kAllowed = {
      "yy.....",  // Reset
      "yyy...y",  // Init
      "y..y..y",  // RTR
      "y..yy.y",  // RTS
      "y..yy.y",  // SQD
      "y..y..y",  // SQE
      "y.....y",  // Error
  };
  for (unsigned from = 0; from < kQpStates; ++from) {
    for (unsigned to = 0; to < kQpStates; ++to) {
      EXPECT_EQ(transition_allowed(static_cast<QpState>(from), static_cast<QpState>(to)),
                kAllowed[from][to] == 'y')
          << from << " -> " << to;
    }
  }
}

TEST(QpState, OnlyReadyToSendStartsNewRequests) {
  EXPECT_TRUE(can_send(QpState::kRts));
  EXPECT_FALSE(can_send(QpState::kSqd));
  EXPECT_TRUE(can_finish_sends(QpState::kSqd));
  EXPECT_FALSE(can_receive(QpState::kInit));
  EXPECT_TRUE(can_receive(QpState::kRtr));
}

}  // namespace
}  // namespace ib
