// SPDX-License-Identifier: Apache-2.0
#include "testbenches/allreduce/reduce_host.h"

#include <algorithm>
#include <utility>

#include "models/ib/packet/packet_codec.h"
#include "models/link/single_port.h"
#include "models/switch/aggregation_unit.h"

namespace ib::tb {
namespace {

constexpr unsigned kPort = 0;
constexpr std::uint32_t kOverhead =
    Lrh::kBytes + Bth::kBytes + Deth::kBytes + kIcrcBytes + kVcrcBytes;
constexpr std::uint32_t kStagedPackets = 4;

link::PortPlace place_of(const ReducePart& part, const link::LinkConfig& link) {
  link::PortPlace place;
  place.tx_buffer_blocks =
      kStagedPackets * blocks(part.segment_bytes + kOverhead, link.block_bytes);
  place.receive_whole = true;
  return place;
}

std::uint32_t rounded_up(std::size_t bytes, std::uint32_t by) {
  return static_cast<std::uint32_t>((bytes + by - 1) / by);
}

}  // namespace

ReduceHost::ReduceHost(const sc_core::sc_module_name& name, Lid lid, ReducePart part,
                       const link::LinkConfig& link, LinkRate rate, double core_clock_mhz,
                       PayloadPool& payloads)
    : Chip(name, Clock::from_mhz(core_clock_mhz), 1, 512),
      part_(std::move(part)),
      lid_(lid),
      payloads_(payloads),
      port_(*this, store_, place_of(part_, link), link, rate),
      chunk_bytes_(part_.in_network ? part_.vector.size() : part_.vector.size() / part_.hosts),
      pieces_(rounded_up(chunk_bytes_, part_.segment_bytes)),
      packets_(part_.in_network ? pieces_ : pieces_ * 2 * (part_.hosts - 1)),
      incoming_(kMaxPayloadBytes) {
  for (std::uint32_t piece = 0; !part_.in_network && piece < pieces_; ++piece) ready_.push(piece);
}

void ReduceHost::start_of_simulation() {
  port_.bring_up();
  agenda_.wake(0, Phase::kDecide, kPort);
}

void ReduceHost::advance(Ticks limit) {
  link::advance_single_port(
      *this, port_, limit, [this] { consume(); }, [this] { send(); });
}

bool ReduceHost::may_send() const {
  if (!part_.in_network) return !ready_.empty();
  return sent_ < packets_ && sent_ < received_ + part_.window;
}

void ReduceHost::send() {
  const Cycle now = agenda_.now();
  while (may_send()) {
    if (port_.tx_free_blocks(Vl{0}, now) <
        blocks(part_.segment_bytes + kOverhead, port_.config().block_bytes)) {
      port_.want_room(now);
      return;
    }
    const std::uint32_t number = part_.in_network ? sent_ : ready_.front();
    if (!part_.in_network) ready_.pop();
    ++sent_;
    send_piece(number);
  }
}

void ReduceHost::send_piece(std::uint32_t number) {
  const Cycle now = agenda_.now();
  const Piece piece = piece_sent(number);
  const link::Slot slot = store_.allocate();
  link::StoredPacket& stored = store_[slot];
  stored.bad = false;
  stored.tail = now;
  stored.packet.id = {part_.index, number};
  Lrh lrh;
  lrh.slid = lid_;
  lrh.dlid = part_.peer;
  Bth bth;
  bth.opcode = 0x64;  // UD SEND Only
  bth.dest_qp = sw::kAggregationQp;
  bth.psn = Psn{number};
  Deth deth;
  deth.src_qp = sw::kAggregationQp;
  Payload payload = Payload::real(payloads_);
  const auto from = part_.vector.begin() + static_cast<std::ptrdiff_t>(piece.offset);
  std::copy_n(from, piece.bytes, payload.writable());
  PacketBuilder{stored.packet}.lrh(lrh).bth(bth).add(deth).finish(piece.bytes, std::move(payload));
  port_.enqueue(slot, now, now);
}

// Step s of the ring sends chunk (index - s), all modulo the hosts, in both halves; what comes in
// step s is what goes out in step s + 1.
ReduceHost::Piece ReduceHost::piece_sent(std::uint32_t number) const {
  if (part_.in_network) return piece_of(0, number);
  const std::uint32_t step = number / pieces_;
  return piece_of((part_.index + 2 * part_.hosts - step) % part_.hosts, number % pieces_);
}

ReduceHost::Piece ReduceHost::piece_received(std::uint32_t number) const {
  return part_.in_network ? piece_of(0, number) : piece_sent(number + pieces_);
}

ReduceHost::Piece ReduceHost::piece_of(std::uint32_t chunk, std::uint32_t part) const {
  const std::size_t begin = std::size_t{part} * part_.segment_bytes;
  const std::size_t bytes = std::min<std::size_t>(part_.segment_bytes, chunk_bytes_ - begin);
  return {chunk * chunk_bytes_ + begin, static_cast<std::uint16_t>(bytes)};
}

void ReduceHost::consume() {
  const Cycle now = agenda_.now();
  for (;;) {
    const link::Slot slot = port_.receive(now);
    if (slot == link::kNoSlot) break;
    const link::StoredPacket& stored = store_[slot];
    port_.release(stored.in_vl, stored.blocks, now);
    const bool bad = stored.bad || stored.packet.icrc_error != 0;
    if (!bad) take(stored.packet, Bth::decode(bth_bytes(stored.packet)).psn.value());
    store_.release(slot);
  }
  agenda_.wake(now, Phase::kDecide, kPort);
}

void ReduceHost::take(const Packet& packet, std::uint32_t number) {
  const Piece piece = piece_received(number);
  if (number >= packets_ || packet.payload_bytes != piece.bytes) return;
  std::uint8_t* const mine = part_.vector.data() + piece.offset;
  packet.payload.copy_to(incoming_.data(), 0, piece.bytes);
  const bool reduces = !part_.in_network && number < pieces_ * (part_.hosts - 1);
  if (reduces) {
    reduce(part_.op, part_.type, mine, incoming_.data(), piece.bytes);
  } else {
    std::copy_n(incoming_.data(), piece.bytes, mine);
  }
  if (!part_.in_network && number + pieces_ < packets_) ready_.push(number + pieces_);
  if (++received_ == packets_) done_at_ = clock_.edge(agenda_.now());
}

}  // namespace ib::tb
