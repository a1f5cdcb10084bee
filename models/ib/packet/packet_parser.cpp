// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/packet_parser.h"

#include <algorithm>

namespace ib {
namespace {

/// PktLen has 11 bits: bytes past this are counted as one too many and not kept.
constexpr std::size_t kKeptBytes = 8192;

SteeringHeaders steering_headers(const ParsedPacket& packet) {
  SteeringHeaders headers;
  headers.lrh = packet.lrh;
  if (!packet.bth) return headers;
  if (packet.grh) headers.grh = *packet.grh;
  headers.bth = *packet.bth;
  headers.extensions = packet.info->extensions;
  if (packet.rdeth) headers.ee_context = packet.rdeth->ee_context;
  if (packet.deth) headers.deth = *packet.deth;
  if (packet.xrc) headers.xrc_srq = packet.xrc->srq;
  if (packet.reth) headers.reth = *packet.reth;
  if (packet.atomic) headers.reth = {packet.atomic->virtual_address, packet.atomic->r_key, 0};
  headers.header_bytes = static_cast<std::uint8_t>(Lrh::kBytes + (packet.grh ? Grh::kBytes : 0) +
                                                   Bth::kBytes + packet.info->extension_bytes);
  return headers;
}

class ClockedPacketParser final : public PacketParserMachine {
 public:
  explicit ClockedPacketParser(Mtu mtu) : limits_{mtu, false, false, true} {}

  void reset() override {
    size_ = 0;
    done_ = false;
  }

  PacketParserOut step(const PacketParserIn& in) override {
    PacketParserOut out = result();
    out.ready = !done_ || in.ready;
    if (done_ && in.ready) reset();
    if (in.valid && out.ready) take(in);
    return out;
  }

 private:
  void take(const PacketParserIn& in) {
    const std::size_t count = std::min<std::size_t>(in.bytes, kKeptBytes - 1 - size_);
    std::copy_n(in.data.begin(), count, bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += count;
    done_ = in.last;
  }
  [[nodiscard]] PacketParserOut result() const {
    PacketParserOut out;
    if (!done_) return out;
    const ParseResult parsed = parse({bytes_.data(), size_}, limits_);
    out.valid = true;
    out.fault = parsed.fault;
    const bool kept = parsed.ok() || parsed.fault >= Fault::kPad;
    if (kept) out.headers = steering_headers(parsed.packet);
    out.parsed = kept && parsed.packet.bth.has_value();
    return out;
  }

  const ParseLimits limits_;
  std::array<std::uint8_t, kKeptBytes> bytes_{};
  std::size_t size_ = 0;
  bool done_ = false;  ///< The packet ended; its result waits.
};

}  // namespace

std::unique_ptr<PacketParserMachine> make_packet_parser(Mtu mtu) {
  return std::make_unique<ClockedPacketParser>(mtu);
}

PacketParserOut run_packet(PacketParserMachine& parser, const std::uint8_t* bytes,
                           std::size_t count) {
  for (std::size_t at = 0; at < count; at += kWordBytes) {
    PacketParserIn in;
    const std::size_t here = std::min(kWordBytes, count - at);
    in.valid = true;
    in.last = at + here == count;
    in.bytes = static_cast<std::uint8_t>(here);
    std::copy_n(bytes + at, here, in.data.begin());
    (void)parser.step(in);
  }
  return parser.step(PacketParserIn{});
}

}  // namespace ib
