// SPDX-License-Identifier: Apache-2.0
#include "models/hca/machines.h"

#include <algorithm>
#include <array>

#include "models/ib/packet/crc.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::hca {
namespace {

template <class Header>
void write_back(Packet& packet, const OpcodeInfo& info, Extension e, const Header& header) {
  if (!info.has(e)) return;
  const std::size_t at = bth_offset(packet) + Bth::kBytes + extension_offset(info, e);
  header.encode(packet.header.data() + at);
}

void write_back(Packet& packet, const SteeringHeaders& headers) {
  std::uint8_t* const bytes = packet.header.data();
  headers.lrh.encode(bytes);
  if (headers.lrh.lnh == Lnh::kGlobal) headers.grh.encode(bytes + Lrh::kBytes);
  headers.bth.encode(bytes + bth_offset(packet));
  const OpcodeInfo& info = opcode_info(headers.bth.opcode);
  write_back(packet, info, Extension::kRdeth, Rdeth{headers.ee_context});
  write_back(packet, info, Extension::kDeth, headers.deth);
  write_back(packet, info, Extension::kXrcEth, XrcEth{headers.xrc_srq});
  write_back(packet, info, Extension::kReth, headers.reth);
  if (!info.has(Extension::kAtomicEth)) return;
  AtomicEth atomic = extension<AtomicEth>(packet, Extension::kAtomicEth);
  atomic.virtual_address = headers.reth.virtual_address;
  atomic.r_key = headers.reth.r_key;
  write_back(packet, info, Extension::kAtomicEth, atomic);
}

using Wire = std::array<std::uint8_t, kMaxWireBytes>;

/// Runs a job of one packet and answers the bytes LRH to ICRC that came out.
std::size_t run_job(PacketizerMachine& packetizer, const PacketJob& job, const Packet& packet,
                    Wire& wire) {
  PacketizerIn in;
  in.job_valid = true;
  in.job = job;
  std::uint32_t taken = 0;
  for (std::size_t size = 0;;) {
    const std::uint32_t left = packet.payload_bytes - taken;
    const std::uint32_t count = std::min<std::uint32_t>(left, kWordBytes);
    in.payload_valid = count > 0;
    in.payload.fill(0);
    packet.payload.copy_to(in.payload.data(), taken, count);
    const PacketizerOut out = packetizer.step(in);
    if (out.job_ready) in.job_valid = false;
    if (in.payload_valid && out.payload_ready) taken += count;
    if (!out.valid) continue;
    const std::size_t fits = std::min<std::size_t>(out.bytes, wire.size() - size);
    std::copy_n(out.data.begin(), fits, wire.begin() + static_cast<std::ptrdiff_t>(size));
    size += fits;
    if (out.last || fits < out.bytes) return size;
  }
}

}  // namespace

bool reread(PacketParserMachine& parser, Packet& packet) {
  Wire wire{};
  const PacketParserOut out =
      run_packet(parser, wire.data(), serialize(packet, wire.data(), Crcs::kZero));
  if (!out.parsed || out.headers.header_bytes != packet.header_bytes) return false;
  write_back(packet, out.headers);
  return true;
}

void make_anew(PacketizerMachine& packetizer, const PacketJob& job, Packet& packet) {
  Wire wire{};
  const std::size_t size = run_job(packetizer, job, packet, wire);
  const bool whole = size + kVcrcBytes == packet.wire_bytes;
  const bool good =
      whole && load_le32(&wire[size - kIcrcBytes]) == icrc(wire.data(), size - kIcrcBytes);
  std::copy_n(wire.begin(), packet.header_bytes, packet.header.begin());
  packet.corrupted = packet.corrupted || !good;
}

PsnAnswer ask(PsnCheckerMachine& checker, const PsnQuery& query) {
  (void)checker.step({query, true});
  return checker.step({}).answer.value_or(PsnAnswer{});
}

}  // namespace ib::hca
