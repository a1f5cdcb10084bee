// SPDX-License-Identifier: Apache-2.0
#include "testbenches/smp/mad_caller.h"

#include <algorithm>
#include <utility>

#include "models/ib/base/bytes.h"
#include "models/ib/management/directed_route.h"
#include "models/ib/management/pma_counters.h"

namespace ib::tb {
namespace {

MadPacket directed_request(const HopPath& path, MadMethod method, SmpAttributeId attribute,
                           std::uint32_t modifier) {
  MadPacket packet;
  MadHeader header;
  header.mgmt_class = static_cast<std::uint8_t>(MgmtClass::kSubnetDirected);
  header.method = static_cast<std::uint8_t>(method);
  header.attribute_id = static_cast<std::uint16_t>(attribute);
  header.attribute_modifier = modifier;
  header.encode(packet.mad.data());
  DirectedRoute route;
  route.hop_count = static_cast<std::uint8_t>(path.size());
  std::copy(path.begin(), path.end(), route.initial_path.begin() + 1);
  route.encode(packet.mad.data());
  return packet;
}

}  // namespace

std::optional<MadReply> MadCaller::call(MadPacket request) {
  constexpr std::size_t kTransaction = 8;
  for (unsigned attempt = 0; attempt < kTries; ++attempt) {
    store_be64(&request.mad[kTransaction], ++transaction_);
    ++counters_.sent;
    const Ticks posted = door_.post(request);
    while (const auto received = door_.receive(sc_core::sc_time{kTimeoutNs, sc_core::SC_NS})) {
      // Late answers to earlier tries, and traps, are nobody's.
      if (received->mad.header().transaction_id != transaction_) continue;
      ++counters_.answered;
      MadReply reply{received->mad, received->at - posted};
      if (reply.status() != MadStatus::kOk) ++counters_.refused;
      return reply;
    }
    ++counters_.timeouts;
  }
  return std::nullopt;
}

std::optional<MadReply> MadCaller::get(const HopPath& path, SmpAttributeId attribute,
                                       std::uint32_t modifier) {
  return call(directed_request(path, MadMethod::kGet, attribute, modifier));
}

std::optional<MadReply> MadCaller::set(const HopPath& path, SmpAttributeId attribute,
                                       std::uint32_t modifier, const SmpData& data) {
  MadPacket packet = directed_request(path, MadMethod::kSet, attribute, modifier);
  std::copy(data.begin(), data.end(), &packet.mad[smp::kData]);
  return call(packet);
}

std::optional<MadReply> MadCaller::port_counters(Lid lid, std::uint8_t port) {
  MadPacket packet;
  MadHeader header;
  header.mgmt_class = static_cast<std::uint8_t>(MgmtClass::kPerformance);
  header.method = static_cast<std::uint8_t>(MadMethod::kGet);
  header.attribute_id = static_cast<std::uint16_t>(PmaAttributeId::kPortCounters);
  header.encode(packet.mad.data());
  packet.mad[smp::kData + 1] = port;
  packet.dlid = lid;
  packet.src_qp = kQp1;
  packet.dest_qp = kQp1;
  packet.q_key = kQp1QKey;
  return call(packet);
}

}  // namespace ib::tb
