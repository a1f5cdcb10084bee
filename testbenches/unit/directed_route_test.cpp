// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/directed_route.h"

#include <gtest/gtest.h>

#include <array>

#include "models/ib/packet/headers.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

constexpr std::size_t kMadOffset = Lrh::kBytes + Bth::kBytes + Deth::kBytes;
constexpr SmiNode kSwitch{true, 36};
constexpr SmiNode kCa{false, 2};

DirectedRoute two_hops() {
  DirectedRoute route;
  route.hop_count = 2;
  route.initial_path[1] = 1;
  route.initial_path[2] = 7;
  return route;
}

TEST(DirectedRoute, ReadsTheGoldenResponse) {
  const tb::Bytes wire = tb::vector_bytes("smp_dr_getresp_hop1");
  const DirectedRoute route = DirectedRoute::decode(wire.data() + kMadOffset);

  EXPECT_TRUE(route.returning);
  EXPECT_EQ(route.hop_pointer, 1);
  EXPECT_EQ(route.hop_count, 1);
  EXPECT_EQ(route.dr_slid, kPermissiveLid);
  EXPECT_EQ(route.dr_dlid, kPermissiveLid);
  EXPECT_EQ(route.initial_path[1], 1);
  EXPECT_EQ(route.return_path[1], 3);
}

TEST(DirectedRoute, EncodesOnlyItsOwnBytes) {
  const tb::Bytes wire = tb::vector_bytes("smp_dr_getresp_hop1");
  tb::Bytes again = wire;
  DirectedRoute{}.encode(again.data() + kMadOffset);

  DirectedRoute::decode(wire.data() + kMadOffset).encode(again.data() + kMadOffset);

  EXPECT_EQ(again, wire);
}

// IBTA Vol 1, 14.2.2: the golden request reaches the agent of the neighbour, and its answer leaves
// as the golden response.
TEST(DirectedRoute, TurnsTheGoldenRequestIntoTheGoldenResponse) {
  const tb::Bytes request = tb::vector_bytes("smp_dr_get_nodeinfo_hop1");
  const tb::Bytes response = tb::vector_bytes("smp_dr_getresp_hop1");

  const SmiDecision in =
      process_directed_route(DirectedRoute::decode(request.data() + kMadOffset), kSwitch, 3);
  ASSERT_EQ(in.action, SmiAction::kToAgent);
  const SmiDecision out = process_directed_route(answer_route(in.route), kSwitch, 0);
  tb::Bytes mad(response.begin() + kMadOffset, response.begin() + kMadOffset + kMadBytes);
  const tb::Bytes golden = mad;
  DirectedRoute{}.encode(mad.data());
  out.route.encode(mad.data());

  EXPECT_EQ(out.action, SmiAction::kSend);
  EXPECT_EQ(out.port, 3);
  EXPECT_EQ(mad, golden);
}

// IBTA Vol 1, 14.2.2: from a CA over one switch to a CA and back.
TEST(DirectedRoute, GoesOverASwitchAndBack) {
  const SmiDecision source = start_directed_route(two_hops(), kCa);
  EXPECT_EQ(source.action, SmiAction::kSend);
  EXPECT_EQ(source.port, 1);
  EXPECT_EQ(source.route.hop_pointer, 1);
  const SmiDecision out = process_directed_route(source.route, kSwitch, 5);
  EXPECT_EQ(out.action, SmiAction::kSend);
  EXPECT_EQ(out.port, 7);
  EXPECT_EQ(out.route.return_path[1], 5);
  const SmiDecision target = process_directed_route(out.route, kCa, 2);
  EXPECT_EQ(target.action, SmiAction::kToAgent);
  EXPECT_EQ(target.route.hop_pointer, 3);
  EXPECT_EQ(target.route.return_path[2], 2);

  const SmiDecision answer = process_directed_route(answer_route(target.route), kCa, 0);
  EXPECT_EQ(answer.action, SmiAction::kSend);
  EXPECT_EQ(answer.port, 2);
  const SmiDecision back = process_directed_route(answer.route, kSwitch, 7);
  EXPECT_EQ(back.action, SmiAction::kSend);
  EXPECT_EQ(back.port, 5);
  const SmiDecision home = process_directed_route(back.route, kCa, 1);
  EXPECT_EQ(home.action, SmiAction::kToManager);
  EXPECT_EQ(home.route.hop_pointer, 0);
}

TEST(DirectedRoute, WithoutHopsStaysOnTheNode) {
  const SmiDecision out = start_directed_route(DirectedRoute{}, kCa);
  EXPECT_EQ(out.action, SmiAction::kToAgent);
  EXPECT_EQ(out.route.hop_pointer, 1);
  EXPECT_EQ(out.route.return_path, DirectedRoute::Path{});

  const SmiDecision back = process_directed_route(answer_route(out.route), kCa, 0);
  EXPECT_EQ(back.action, SmiAction::kToManager);
}

TEST(DirectedRoute, DiscardsWhatItsSenderDidNotCount) {
  EXPECT_EQ(process_directed_route(two_hops(), kSwitch, 1).action, SmiAction::kDiscard);
}

TEST(DirectedRoute, DoesNotPassThroughACa) {
  DirectedRoute route = two_hops();
  route.hop_pointer = 1;
  EXPECT_EQ(process_directed_route(route, kCa, 1).action, SmiAction::kDiscard);
  route.returning = true;
  route.hop_pointer = 2;
  route.return_path[1] = 1;
  EXPECT_EQ(process_directed_route(route, kCa, 1).action, SmiAction::kDiscard);
}

TEST(DirectedRoute, DiscardsPortsThatTheSwitchLacks) {
  DirectedRoute route = two_hops();
  route.hop_pointer = 1;
  for (const int port : {0, 37, 255}) {
    route.initial_path[2] = static_cast<std::uint8_t>(port);
    EXPECT_EQ(process_directed_route(route, kSwitch, 1).action, SmiAction::kDiscard) << port;
  }
}

TEST(DirectedRoute, DiscardsPointersBeyondTheRoute) {
  DirectedRoute route = two_hops();
  route.hop_pointer = 4;
  EXPECT_EQ(process_directed_route(route, kSwitch, 1).action, SmiAction::kDiscard);
  route.returning = true;
  EXPECT_EQ(process_directed_route(route, kSwitch, 1).action, SmiAction::kDiscard);
}

// IBTA Vol 1, 14.2.2: a part routed by LID follows, or precedes, the directed part.
TEST(DirectedRoute, GoesOnByLidFromASwitchOnly) {
  DirectedRoute route = two_hops();
  route.hop_pointer = 2;
  route.dr_dlid = Lid{9};
  const SmiDecision out = process_directed_route(route, kSwitch, 4);
  EXPECT_EQ(out.action, SmiAction::kForward);
  EXPECT_EQ(out.lid, Lid{9});
  EXPECT_EQ(process_directed_route(route, kCa, 1).action, SmiAction::kDiscard);
  EXPECT_EQ(process_directed_route(out.route, kCa, 1).action, SmiAction::kToAgent);

  route.returning = true;
  route.hop_pointer = 1;
  route.dr_slid = Lid{6};
  const SmiDecision back = process_directed_route(route, kSwitch, 4);
  EXPECT_EQ(back.action, SmiAction::kForward);
  EXPECT_EQ(back.lid, Lid{6});
  EXPECT_EQ(process_directed_route(route, kCa, 1).action, SmiAction::kDiscard);
}

/// No count and pointer reach past the paths, whatever the wire says.
TEST(DirectedRoute, SurvivesAnyPointerAndCount) {
  for (unsigned all = 0; all < 0x20000; ++all) {
    DirectedRoute route;
    route.returning = all >= 0x10000;
    route.hop_pointer = static_cast<std::uint8_t>(all);
    route.hop_count = static_cast<std::uint8_t>(all >> 8);
    route.initial_path.fill(1);
    route.return_path.fill(1);
    const SmiDecision step = process_directed_route(route, kSwitch, 1);
    if (route.hop_count > DirectedRoute::kMaxHops) {
      ASSERT_EQ(step.action, SmiAction::kDiscard);
    }
    ASSERT_LE(step.port, kSwitch.ports);
  }
}

}  // namespace
}  // namespace ib
