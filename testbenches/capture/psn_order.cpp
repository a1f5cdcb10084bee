// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/psn_order.h"

#include <algorithm>

namespace ib::tb {
namespace {

constexpr unsigned kFirstMtuCode = 1;
constexpr unsigned kLastMtuCode = 5;
constexpr std::uint8_t kAllMtus = 0b111110;

std::uint8_t mtu_bit(Mtu mtu) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(mtu));
}

/// Response packets of a READ of `bytes`, and so the PSNs it takes.
std::uint32_t psns_taken(std::uint32_t bytes, unsigned mtu_code) {
  const std::uint32_t mtu = 128u << mtu_code;
  return std::max<std::uint32_t>(1, bytes / mtu + (bytes % mtu != 0 ? 1 : 0));
}

unsigned largest_mtu_code(std::uint8_t mtus) {
  unsigned code = kLastMtuCode;
  while (code > kFirstMtuCode && (mtus >> code & 1) == 0) --code;
  return code;
}

}  // namespace

std::optional<PsnOrder::Key> PsnOrder::key_of(const CaptureRecord& record,
                                              const ParsedPacket& packet) {
  if (!packet.bth || packet.info->is_response()) return std::nullopt;
  const Transport transport = packet.info->transport;
  if (transport == Transport::kUd || transport == Transport::kCnp) return std::nullopt;
  const std::uint32_t end = packet.rdeth ? packet.rdeth->ee_context : packet.bth->dest_qp.value();
  return Key{record.host,
             record.source,
             record.interface,
             packet.lrh.slid.value(),
             packet.lrh.dlid.value(),
             end,
             static_cast<std::uint8_t>(transport)};
}

PsnVerdict PsnOrder::see(const CaptureRecord& record, const ParsedPacket& packet) {
  const std::optional<Key> key = key_of(record, packet);
  if (!key) return PsnVerdict::kNotJudged;
  Flow& flow = flows_[*key];
  if (!flow.started) flow.mtus = path_mtu_ ? mtu_bit(*path_mtu_) : kAllMtus;
  if (packet.info->payload == PayloadRule::kFull) {
    const auto size = static_cast<std::uint32_t>(packet.payload.size);
    flow.mtus = mtu_bit(mtu_from_bytes(size).value_or(Mtu::k4096));
  }
  const PsnVerdict verdict = judge(flow, packet);
  const bool newest = verdict != PsnVerdict::kRepeat;
  if (newest) {
    flow.started = true;
    flow.last = packet.bth->psn;
    const bool read = packet.info->operation == Operation::kReadRequest;
    flow.read_bytes = read ? packet.reth->dma_length : 0;
  }
  return verdict;
}

PsnVerdict PsnOrder::judge(Flow& flow, const ParsedPacket& packet) {
  const Psn psn = packet.bth->psn;
  if (!flow.started) return PsnVerdict::kInOrder;
  if (flow.missing && psn == *flow.missing) {
    healed_gaps_ += flow.gaps;
    open_gaps_ -= flow.gaps;
    flow.gaps = 0;
    flow.missing.reset();
    return PsnVerdict::kHealed;
  }
  const std::int32_t step = psn.minus(flow.last);
  if (packet.info->operation == Operation::kResync && step > 0) {  // jumps, by design
    healed_gaps_ += flow.gaps;
    open_gaps_ -= flow.gaps;
    flow.gaps = 0;
    flow.missing.reset();
    return PsnVerdict::kInOrder;
  }
  if (follows(flow, psn)) return PsnVerdict::kInOrder;
  if (step <= 0 || is_rest_of_read(flow, packet)) {
    ++repeats_;
    return PsnVerdict::kRepeat;
  }
  expected_ = flow.last.plus(psns_taken(flow.read_bytes, largest_mtu_code(flow.mtus)));
  if (!flow.missing) flow.missing = expected_;
  ++flow.gaps;
  ++open_gaps_;
  return PsnVerdict::kGap;
}

bool PsnOrder::is_rest_of_read(const Flow& flow, const ParsedPacket& packet) {
  if (packet.info->operation != Operation::kReadRequest) return false;
  const auto step = static_cast<std::uint64_t>(packet.bth->psn.minus(flow.last));
  for (unsigned code = kFirstMtuCode; code <= kLastMtuCode; ++code) {
    if ((flow.mtus >> code & 1) == 0) continue;
    if ((step << (7 + code)) + packet.reth->dma_length == flow.read_bytes) return true;
  }
  return false;
}

bool PsnOrder::follows(Flow& flow, Psn psn) const {
  std::uint8_t fitting = 0;
  for (unsigned code = kFirstMtuCode; code <= kLastMtuCode; ++code) {
    if ((flow.mtus >> code & 1) == 0) continue;
    const bool fits = psn == flow.last.plus(psns_taken(flow.read_bytes, code));
    if (fits) fitting = static_cast<std::uint8_t>(fitting | 1u << code);
  }
  if (fitting != 0) flow.mtus = fitting;
  return fitting != 0;
}

}  // namespace ib::tb
