// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/packet/packet_parser.h"
#include "models/ib/transport/packetizer.h"

namespace ib::tb {

/// Random jobs of every transport and kind with as many packets as they have.
class RandomJobs {
 public:
  explicit RandomJobs(RandomStream& random) : random_(random) {}

  PacketJob next() {
    PacketJob job;
    constexpr std::array kTransports{Transport::kRc, Transport::kUc, Transport::kRd, Transport::kUd,
                                     Transport::kXrc};
    job.transport = kTransports[random_.below(kTransports.size())];
    job.kind = static_cast<PacketKind>(random_.below(11));
    job.mtu = 256u << random_.below(5);
    route(job);
    base(job.bth);
    extensions(job);
    cut(job);
    return job;
  }

 private:
  std::uint32_t word() { return static_cast<std::uint32_t>(random_()); }
  std::uint8_t nibble() { return static_cast<std::uint8_t>(random_.below(16)); }
  bool coin() { return random_.below(2) != 0; }

  void route(PacketJob& job) {
    job.lrh.vl = Vl{nibble()};
    job.lrh.sl = Sl{nibble()};
    job.lrh.dlid = Lid{static_cast<std::uint16_t>(word())};
    job.lrh.slid = Lid{static_cast<std::uint16_t>(word())};
    job.has_grh = coin();
    job.grh.traffic_class = static_cast<std::uint8_t>(word());
    job.grh.flow_label = word() & 0xFFFFF;
    job.grh.hop_limit = static_cast<std::uint8_t>(word());
    for (std::uint8_t& byte : job.grh.sgid) byte = static_cast<std::uint8_t>(word());
    for (std::uint8_t& byte : job.grh.dgid) byte = static_cast<std::uint8_t>(word());
  }
  void base(Bth& bth) {
    bth.p_key = PKey{static_cast<std::uint16_t>(word())};
    bth.dest_qp = Qpn{word() & kMask24};
    bth.psn = Psn{coin() ? word() : 0xFFFFFF};
    bth.solicited = coin();
    bth.mig_req = coin();
    bth.fecn = coin();
    bth.becn = coin();
    bth.ack_request = coin();
  }
  void extensions(PacketJob& job) {
    job.ee_context = word() & kMask24;
    job.deth = Deth{QKey{word()}, Qpn{word() & kMask24}};
    job.xrc_srq = word() & kMask24;
    job.remote_address = random_();
    job.r_key = word();
    job.swap_add = random_();
    job.compare = random_();
    job.immediate = word();
    job.aeth = Aeth{static_cast<std::uint8_t>(word()), word() & kMask24};
    job.original = random_();
  }
  /// Short messages are as likely as long ones; packets of 0 to 5, ends of every length.
  void cut(PacketJob& job) {
    const auto whole = static_cast<std::uint32_t>(random_.below(random_.below(4) == 0 ? 6 : 2));
    const std::uint64_t rest = random_.below(4) == 0 ? job.mtu : 130;
    job.length = whole * job.mtu + static_cast<std::uint32_t>(random_.below(rest));
    const std::uint32_t packets = packets_of(job.length, job.mtu);
    if (has_payload(job.kind) || job.kind == PacketKind::kRead) {
      job.index = static_cast<std::uint32_t>(random_.below(packets));
    }
    job.packets = has_payload(job.kind)
                      ? 1 + static_cast<std::uint32_t>(random_.below(packets - job.index))
                      : 1;
  }

  RandomStream& random_;
};

/// Jobs and payload with idle clocks at each source and stalls at the sink.
class PacketizerStimulus {
 public:
  explicit PacketizerStimulus(std::uint64_t seed) : random_{seed, "packetizer"} {}

  const PacketizerIn& next(const PacketizerOut& previous) {
    if (!in_.job_valid || previous.job_ready) {
      in_.job_valid = random_.below(4) != 0;
      if (in_.job_valid) in_.job = jobs_.next();
    }
    if (random_.below(4096) == 0) hurried_ = !hurried_;
    in_.payload_valid = hurried_ || random_.below(4) != 0;
    in_.ready = hurried_ || random_.below(4) != 0;
    for (std::size_t i = 0; i < kWordBytes; i += 8) store_be64(&in_.payload[i], random_());
    return in_;
  }
  static bool same(const PacketizerOut& a, const PacketizerOut& b) {
    return a.job_ready == b.job_ready && a.payload_ready == b.payload_ready && a.valid == b.valid &&
           a.last == b.last && a.bytes == b.bytes && a.data == b.data;
  }

 private:
  RandomStream random_;
  RandomJobs jobs_{random_};
  PacketizerIn in_;
  bool hurried_ = false;  ///< No stalls.
};

/// Packets made of random jobs with a bit or a length changed in many of them, raw packets and
/// noise, with idle clocks at the source and stalls at the sink.
class PacketParserStimulus {
 public:
  explicit PacketParserStimulus(std::uint64_t seed) : random_{seed, "packet_parser"} { begin(); }

  const PacketParserIn& next(const PacketParserOut& previous) {
    if (in_.valid && previous.ready && (at_ += in_.bytes) >= wire_.size()) begin();
    in_.valid = random_.below(4) != 0;
    in_.ready = random_.below(4) != 0;
    const std::size_t count = std::min(kWordBytes, wire_.size() - at_);
    in_.bytes = static_cast<std::uint8_t>(count);
    in_.last = at_ + count == wire_.size();
    in_.data.fill(0xEE);  // what is not valid must not matter
    std::copy_n(wire_.begin() + static_cast<std::ptrdiff_t>(at_), count, in_.data.begin());
    return in_;
  }
  static bool same(const PacketParserOut& a, const PacketParserOut& b) {
    return a.ready == b.ready && a.valid == b.valid && a.fault == b.fault && a.parsed == b.parsed &&
           same(a.headers, b.headers);
  }

 private:
  template <class Header>
  static bool same_bytes(const Header& a, const Header& b) {
    std::array<std::uint8_t, Header::kBytes> x{};
    std::array<std::uint8_t, Header::kBytes> y{};
    a.encode(x.data());
    b.encode(y.data());
    return x == y;
  }
  static bool same(const SteeringHeaders& a, const SteeringHeaders& b) {
    return same_bytes(a.lrh, b.lrh) && same_bytes(a.grh, b.grh) && same_bytes(a.bth, b.bth) &&
           a.extensions == b.extensions && a.ee_context == b.ee_context &&
           same_bytes(a.deth, b.deth) && a.xrc_srq == b.xrc_srq && same_bytes(a.reth, b.reth) &&
           a.header_bytes == b.header_bytes;
  }
  void begin() {
    at_ = 0;
    if (random_.below(16) == 0) {
      wire_.resize(1 + random_.below(random_.below(8) == 0 ? 9000 : 140));
      for (std::uint8_t& byte : wire_) byte = static_cast<std::uint8_t>(random_());
    } else {
      make_packet();
    }
    if (random_.below(2) == 0) spoil();
  }
  void make_packet() {
    PacketJob job = jobs_.next();
    if (random_.below(2) == 0) job.lrh = sane(job.lrh);
    if (random_.below(8) == 0) make_smp(job);
    const JobPacket described = packet_of(job, 0);
    Packet packet;
    PacketBuilder builder(packet);
    write_headers(builder, job, described);
    const std::uint32_t length = has_payload(job.kind) ? described.length : 0;
    builder.finish(static_cast<std::uint16_t>(length));
    wire_.assign(packet.wire_bytes, 0);
    std::copy_n(packet.header.begin(), packet.header_bytes, wire_.begin());
  }
  static Lrh sane(Lrh lrh) {
    lrh.dlid = Lid{static_cast<std::uint16_t>(1 + lrh.dlid.value() % 0xBFFF)};
    lrh.slid = Lid{static_cast<std::uint16_t>(1 + lrh.slid.value() % 0xBFFF)};
    return lrh;
  }
  /// QP0 on VL15, now and then with something else of an SMP missing.
  void make_smp(PacketJob& job) {
    job.transport = Transport::kUd;
    job.kind = random_.below(4) == 0 ? PacketKind::kSendImmediate : PacketKind::kSend;
    job.bth.dest_qp = Qpn{random_.below(4) == 0 ? 1u : 0u};
    job.lrh.vl = random_.below(4) == 0 ? Vl{0} : kVl15;
    job.mtu = 256;
    job.index = 0;
    job.length = random_.below(4) == 0 ? 255 : 256;
    const auto edge = random_.below(8);
    if (edge == 0) job.lrh.dlid = kPermissiveLid;
    if (edge == 1) job.lrh.slid = kPermissiveLid;
    if (edge == 2) job.lrh.slid = Lid{};
  }
  void spoil() {
    constexpr std::array<std::size_t, 12> kTelling{0, 1, 1, 2, 3, 6, 8, 9, 12, 14, 48, 49};
    const std::size_t at = random_.below(4) == 0
                               ? random_.below(std::min<std::size_t>(wire_.size(), 100))
                               : kTelling[random_.below(kTelling.size())];
    if (at < wire_.size()) {
      wire_[at] = static_cast<std::uint8_t>(wire_[at] ^ 1u << random_.below(8));
    }
    if (random_.below(4) == 0) cut();
    if (random_.below(8) == 0 && wire_.size() > 9) wire_[8] = static_cast<std::uint8_t>(random_());
  }
  /// To any length, which PktLen mostly follows.
  void cut() {
    wire_.resize(1 + random_.below(wire_.size()));
    if (wire_.size() < 10 || random_.below(4) == 0) return;
    wire_.resize(wire_.size() / 4 * 4 + 2);
    store_be16(&wire_[4], static_cast<std::uint16_t>(wire_.size() / 4));
  }

  RandomStream random_;
  RandomJobs jobs_{random_};
  PacketParserIn in_;
  std::vector<std::uint8_t> wire_;
  std::size_t at_ = 0;
};

}  // namespace ib::tb
