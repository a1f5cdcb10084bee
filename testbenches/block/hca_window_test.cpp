// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kLocalWrite = access::kLocalWrite;
constexpr std::uint64_t kShown = 4096;  ///< Offset and bytes of what windows show.

/// Windows on the server's memory, bound by its queue pair and used by the client.
class HcaWindowTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  void open(HcaPair& pair, std::uint32_t rights = kLocalWrite) {
    region_ = pair.server.verbs->register_for_windows(pair.server.pd, pair.server.buffer.address,
                                                      1 << 16, rights);
  }
  [[nodiscard]] WindowBinding binding(std::uint32_t rkey, bool type_2) const {
    WindowBinding b;
    b.access = access::kRemoteWrite | access::kRemoteRead;
    b.type_2 = type_2;
    b.rkey = rkey;
    b.lkey = region_.key;
    b.address = region_.address + kShown;
    b.length = kShown;
    return b;
  }
  static CqeSyndrome bind(HcaPair& pair, const WindowBinding& b) {
    WorkRequest request;
    request.opcode = WqeOpcode::kBindWindow;
    request.binding = b;
    pair.server.qp->post_send(request);
    return pair.server.await_send().syndrome;
  }
  static CqeSyndrome invalidate(HcaPair& pair, std::uint32_t key) {
    WorkRequest request;
    request.opcode = WqeOpcode::kLocalInvalidate;
    request.immediate = key;
    pair.server.qp->post_send(request);
    return pair.server.await_send().syndrome;
  }
  CqeSyndrome access(HcaPair& pair, WqeOpcode opcode, std::uint32_t rkey, std::uint64_t offset,
                     std::uint32_t bytes) {
    WorkRequest request = pair.request(opcode, bytes);
    request.remote_address = region_.address + offset;
    request.rkey = rkey;
    pair.client.qp->post_send(request);
    return pair.client.await_send().syndrome;
  }

  MemoryRegion region_;
};

// IBTA Vol 1, 10.6.7: a window shows a part of a region, with rights of its own.
TEST_F(HcaWindowTest, AWindowShowsItsPartOfTheRegion) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    EXPECT_EQ(bind(pair, binding(rkey + 1, false)), CqeSyndrome::kNone);
    pair.client.fill(0, kShown, 3);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 1, kShown, kShown), CqeSyndrome::kNone);
    EXPECT_EQ(pair.server.read(kShown, kShown), pair.client.read(0, kShown));
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaRead, rkey + 1, kShown + 8, 64), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 1, 2 * kShown - 1, 2),
              CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().windows_bound, 1u);
}

TEST_F(HcaWindowTest, AWindowThatIsNotBoundGivesNothing) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey, kShown, 8), CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaWindowTest, RightsThatAWindowDoesNotGiveAreRefused) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2B);
    WindowBinding b = binding(rkey + 1, true);
    b.access = access::kRemoteRead;
    EXPECT_EQ(bind(pair, b), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaRead, rkey + 1, kShown, 8), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 1, kShown, 8), CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaWindowTest, AZeroBasedWindowCountsFromItsFirstByte) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2B);
    WindowBinding b = binding(rkey + 1, true);
    b.zero_based = true;
    EXPECT_EQ(bind(pair, b), CqeSyndrome::kNone);
    pair.client.fill(0, 16, 7);
    WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 16);
    request.remote_address = 100;
    request.rkey = rkey + 1;
    pair.client.qp->post_send(request);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
    EXPECT_EQ(pair.server.read(kShown + 100, 16), pair.client.read(0, 16));
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 10.6.7.2.2: binding a window of type 1 again takes its old R_Key away.
TEST_F(HcaWindowTest, BindingTypeOneAgainInvalidatesItsOldKey) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    EXPECT_EQ(bind(pair, binding(rkey + 1, false)), CqeSyndrome::kNone);
    EXPECT_EQ(bind(pair, binding(rkey + 2, false)), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 2, kShown, 8), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 1, kShown, 8), CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaWindowTest, BindingTypeOneWithoutBytesUnbindsIt) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    EXPECT_EQ(bind(pair, binding(rkey + 1, false)), CqeSyndrome::kNone);
    WindowBinding nothing = binding(rkey + 1, false);
    nothing.length = 0;
    EXPECT_EQ(bind(pair, nothing), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 1, kShown, 8), CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 10.6.7.2.3: type 2 has to be invalidated before it is bound again.
TEST_F(HcaWindowTest, TypeTwoIsBoundAgainOnceInvalidated) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2A);
    EXPECT_EQ(bind(pair, binding(rkey + 1, true)), CqeSyndrome::kNone);
    EXPECT_EQ(invalidate(pair, rkey + 1), CqeSyndrome::kNone);
    EXPECT_EQ(bind(pair, binding(rkey + 2, true)), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 2, kShown, 8), CqeSyndrome::kNone);
    EXPECT_EQ(bind(pair, binding(rkey + 3, true)), CqeSyndrome::kMemoryWindowBind);
    EXPECT_EQ(pair.server.verbs->query(*pair.server.qp).state, QpState::kError);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaWindowTest, ASendTakesBackAWindowOfTypeTwo) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2B);
    EXPECT_EQ(bind(pair, binding(rkey + 1, true)), CqeSyndrome::kNone);
    pair.server.qp->post_receive(pair.server.buffer.address, 64, pair.server.buffer.key);
    WorkRequest send = pair.request(WqeOpcode::kSendInvalidate, 8);
    send.immediate = rkey + 1;
    pair.client.qp->post_send(send);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
    EXPECT_EQ(pair.server.await_receive().immediate, rkey + 1);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 1, kShown, 8), CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaWindowTest, ASendMustNotTakeBackAWindowOfTypeOne) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    EXPECT_EQ(bind(pair, binding(rkey + 1, false)), CqeSyndrome::kNone);
    pair.server.qp->post_receive(pair.server.buffer.address, 64, pair.server.buffer.key);
    WorkRequest send = pair.request(WqeOpcode::kSendInvalidate, 8);
    send.immediate = rkey + 1;
    pair.client.qp->post_send(send);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

/// A second connection between the same domains.
void second_connection(HcaPair& pair, std::unique_ptr<QueuePair>& near,
                       std::unique_ptr<QueuePair>& far) {
  PairEnd& a = pair.client;
  PairEnd& b = pair.server;
  near = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
  far = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq);
  a.verbs->connect(*near, {Lid{2}, far->number(), 0}, pair.options);
  b.verbs->connect(*far, {Lid{1}, near->number(), 0}, pair.options);
}

// IBTA Vol 1, 10.6.7.2.3: type 2 belongs to the queue pair that bound it, type 1 to its domain.
TEST_F(HcaWindowTest, TypeTwoWorksOnTheQueuePairThatBoundItOnly) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    std::unique_ptr<QueuePair> near;
    std::unique_ptr<QueuePair> far;
    second_connection(pair, near, far);
    const std::uint32_t one =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    const std::uint32_t two =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2B);
    EXPECT_EQ(bind(pair, binding(one + 1, false)), CqeSyndrome::kNone);
    EXPECT_EQ(bind(pair, binding(two + 1, true)), CqeSyndrome::kNone);
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, two + 1, kShown, 8), CqeSyndrome::kNone);
    WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 8, 0, kShown);
    request.rkey = one + 1;
    near->post_send(request);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
    request.rkey = two + 1;
    near->post_send(request);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

struct BadBinding {
  const char* name;
  void (*spoil)(WindowBinding&);
};
class HcaBindTest : public HcaWindowTest, public testing::WithParamInterface<BadBinding> {};

// IBTA Vol 1, 10.6.7.2: what a binding must not do.
TEST_P(HcaBindTest, ABindingThatBreaksARuleFails) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2B);
    WindowBinding b = binding(rkey + 1, true);
    GetParam().spoil(b);
    EXPECT_EQ(bind(pair, b), CqeSyndrome::kMemoryWindowBind);
    EXPECT_EQ(pair.server.verbs->query(*pair.server.qp).state, QpState::kError);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().windows_bound, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    , HcaBindTest,
    testing::Values(BadBinding{"OutsideTheRegion", [](WindowBinding& b) { b.length = 1 << 16; }},
                    BadBinding{"BeforeTheRegion",
                               [](WindowBinding& b) { b.address -= 2 * kShown; }},
                    BadBinding{"WithoutBytes", [](WindowBinding& b) { b.length = 0; }},
                    BadBinding{"OfTheOtherType", [](WindowBinding& b) { b.type_2 = false; }},
                    BadBinding{"ToNoRegion", [](WindowBinding& b) { b.lkey ^= 1; }},
                    BadBinding{"ToAWindow", [](WindowBinding& b) { b.lkey = b.rkey; }},
                    BadBinding{"OfARegion", [](WindowBinding& b) { b.rkey = b.lkey; }}),
    [](const auto& p) { return p.param.name; });

TEST_F(HcaWindowTest, ARegionNotMadeForWindowsTakesNone) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    WindowBinding b = binding(rkey + 1, false);
    b.lkey = pair.server.buffer.key;
    EXPECT_EQ(bind(pair, b), CqeSyndrome::kMemoryWindowBind);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaWindowTest, RemoteWriteNeedsARegionThatMayBeWrittenHere) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair, 0);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    EXPECT_EQ(bind(pair, binding(rkey + 1, false)), CqeSyndrome::kMemoryWindowBind);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaWindowTest, AWindowOfAnotherDomainIsNotBound) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t foreign = pair.server.verbs->allocate_pd();
    const std::uint32_t rkey = pair.server.verbs->create_window(foreign, MkeyKind::kWindowType1);
    EXPECT_EQ(bind(pair, binding(rkey + 1, false)), CqeSyndrome::kMemoryWindowBind);
  });
  ASSERT_TRUE(ended);
}

// A window has an R_Key, no L_Key.
TEST_F(HcaWindowTest, AWindowIsNoLocalMemory) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType1);
    EXPECT_EQ(bind(pair, binding(rkey + 1, false)), CqeSyndrome::kNone);
    WorkRequest request;
    request.opcode = WqeOpcode::kRdmaWrite;
    request.bytes = 8;
    request.local_address = region_.address + kShown;
    request.lkey = rkey + 1;
    request.remote_address = pair.client.buffer.address;
    request.rkey = pair.client.buffer.key;
    pair.server.qp->post_send(request);
    EXPECT_EQ(pair.server.await_send().syndrome, CqeSyndrome::kLocalProtection);
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 11.2.8.5: a region is busy while windows are bound to it.
TEST_F(HcaWindowTest, ARegionWithWindowsIsBusy) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2B);
    EXPECT_EQ(bind(pair, binding(rkey + 1, true)), CqeSyndrome::kNone);
    CommandChannel& commands = pair.server.verbs->commands();
    const auto destroy = [&](std::uint32_t key) {
      return commands.try_execute(CommandOpcode::kDestroyMkey, key, {}).status;
    };
    EXPECT_EQ(destroy(region_.key), CommandStatus::kResourceBusy);
    EXPECT_EQ(destroy(rkey), CommandStatus::kOk);
    EXPECT_EQ(destroy(region_.key), CommandStatus::kOk);
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 10.8.3.2: what is posted behind a binding finds the window bound.
TEST_F(HcaWindowTest, WhatIsPostedBehindABindingFindsItDone) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t rkey =
        pair.server.verbs->create_window(pair.server.pd, MkeyKind::kWindowType2B);
    pair.client.qp->post_receive(pair.client.buffer.address, 64, pair.client.buffer.key);
    WorkRequest request;
    request.opcode = WqeOpcode::kBindWindow;
    request.binding = binding(rkey + 1, true);
    request.signaled = false;
    pair.server.qp->post_send(request);
    request = WorkRequest{};
    request.opcode = WqeOpcode::kSend;
    pair.server.qp->post_send(request);
    static_cast<void>(pair.client.await_receive());
    EXPECT_EQ(access(pair, WqeOpcode::kRdmaWrite, rkey + 1, kShown, 8), CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
