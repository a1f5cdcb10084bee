// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/ib/base/bytes.h"
#include "models/ib/management/management_node.h"
#include "testbenches/fuzz/fuzz_targets.h"
#include "testbenches/unit/fake_node.h"

namespace ib::tb {
namespace {

constexpr std::size_t kAddressBytes = 4;

MadPacket next_mad(const std::uint8_t*& data, std::size_t& size, Lid own) {
  std::array<std::uint8_t, kAddressBytes + kMadBytes> bytes{};
  const std::size_t count = std::min(size, bytes.size());
  std::copy_n(data, count, bytes.begin());
  data += count;
  size -= count;
  MadPacket packet;
  std::copy(bytes.begin() + kAddressBytes, bytes.end(), packet.mad.begin());
  // Mostly addressed so that it reaches an agent.
  packet.dlid = (bytes[0] & 1) != 0 ? kPermissiveLid : own;
  if ((bytes[0] & 0xF0) == 0xF0) packet.dlid = Lid{load_be16(&bytes[2])};
  packet.slid = Lid{bytes[1]};
  packet.dest_qp = (bytes[0] & 2) != 0 ? kQp1 : kQp0;
  packet.q_key = (bytes[0] & 4) != 0 ? QKey{bytes[3]} : kQp1QKey;
  packet.p_key = (bytes[0] & 8) != 0 ? PKey{load_be16(&bytes[2])} : kDefaultPKey;
  return packet;
}

void check(const std::optional<OutgoingMad>& out, const NodeIdentity& identity) {
  if (!out) return;
  if (out->way == OutgoingMad::Way::kPort) require(out->port >= 1 && out->port <= identity.ports);
  if (out->way == OutgoingMad::Way::kPort) require(out->packet.is_directed());
}

}  // namespace

void fuzz_management(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const NodeIdentity identity = (data[0] & 1) != 0 ? plain_ca() : golden_switch();
  FakeNode chip;
  for (unsigned port = 1; port <= identity.ports; ++port) {
    chip.status[static_cast<std::uint8_t>(port)].state = PortState::kActive;
  }
  ManagementNode node{chip, identity, {}};
  if ((data[0] & 2) != 0) node.attach_client();
  ++data;
  --size;
  std::uint64_t now = 0;
  while (size > 0) {
    const std::uint8_t in_port = static_cast<std::uint8_t>(1 + data[0] % identity.ports);
    const bool from_client = data[0] == 0xAA;
    const MadPacket packet = next_mad(data, size, identity.lid);
    check(from_client ? node.send(packet, now) : node.receive(packet, in_port, now), identity);
    now += 1'000'000;
    check(node.expire(now), identity);
    if (const auto deadline = node.deadline()) check(node.expire(*deadline), identity);
  }
}

}  // namespace ib::tb
