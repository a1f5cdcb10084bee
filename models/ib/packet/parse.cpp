// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/crc.h"
#include "models/ib/packet/packet_codec.h"

namespace ib {
namespace {

constexpr std::size_t kIpv6HeaderBytes = 40;

/// Walks the bytes between LRH and the CRCs, header by header.
class Parser {
 public:
  Parser(ByteView wire, const ParseLimits& limits, ParsedPacket& packet)
      : wire_(wire), limits_(limits), packet_(packet) {}

  Fault run() {
    if (const Fault f = link_rules(); f != Fault::kNone) return f;
    end_ = wire_.size - kVcrcBytes;
    switch (packet_.lrh.lnh) {
      case Lnh::kRawEtherType:
        return raw_ethertype();
      case Lnh::kRawIpv6:
        return raw_ipv6();
      case Lnh::kLocal:
      case Lnh::kGlobal:
        break;
    }
    return iba();
  }

 private:
  template <class Header>
  bool take(std::optional<Header>& to) {
    if (at_ + Header::kBytes > end_) return false;
    to = Header::decode(wire_.data + at_);
    at_ += Header::kBytes;
    return true;
  }
  template <class Header>
  void take_if(Extension e, std::optional<Header>& to) {
    if (packet_.info->has(e)) take(to);
  }

  /// What every port checks of every packet (IBTA Vol 1, 7.3).
  Fault link_rules() {
    if (wire_.size < Lrh::kBytes + kVcrcBytes) return Fault::kTooShort;
    const Lrh& lrh = packet_.lrh = Lrh::decode(wire_.data);
    const std::size_t largest = (bytes(limits_.mtu) + kMaxOverheadBytes) / 4;
    if (lrh.pkt_len > largest || std::size_t{lrh.pkt_len} * 4 + kVcrcBytes != wire_.size)
      return Fault::kLength;
    if (limits_.check_vcrc && !vcrc_matches()) return Fault::kVcrc;
    if (lrh.lver != 0) return Fault::kLver;
    const bool management = lrh.vl == kVl15;
    if (lrh.dlid == Lid{} || (lrh.dlid == kPermissiveLid && !management)) return Fault::kDlid;
    if (is_multicast(lrh.slid) || (!is_unicast(lrh.slid) && !management)) return Fault::kSlid;
    return Fault::kNone;
  }

  bool vcrc_matches() const {
    Vcrc crc;
    crc.update(wire_.data, wire_.size);
    return crc.residue() == Vcrc::kResidue;
  }

  bool icrc_matches() const { return load_le32(wire_.data + end_) == icrc(wire_.data, end_); }

  Fault raw_ethertype() {
    if (!take(packet_.rwh)) return Fault::kTooShort;
    return raw_payload();
  }

  Fault raw_ipv6() {
    if (at_ + kIpv6HeaderBytes > end_) return Fault::kTooShort;
    return raw_payload();
  }

  Fault raw_payload() {
    packet_.payload = {wire_.data + at_, end_ - at_};
    return packet_.lrh.vl == kVl15 ? Fault::kManagementLane : Fault::kNone;
  }

  Fault iba() {
    if (at_ + Bth::kBytes + kIcrcBytes > end_) return Fault::kTooShort;
    end_ -= kIcrcBytes;
    if (packet_.lrh.lnh == Lnh::kGlobal) {
      if (const Fault f = global_route(); f != Fault::kNone) return f;
    } else if (is_multicast(packet_.lrh.dlid)) {
      return Fault::kGrhMissing;
    }
    if (!take(packet_.bth)) return Fault::kTooShort;
    if (limits_.check_icrc && !icrc_matches()) return Fault::kIcrc;
    if (packet_.bth->tver != 0) return Fault::kTver;
    packet_.info = &opcode_info(packet_.bth->opcode);
    if (!packet_.info->valid) return Fault::kOpcode;
    if (at_ + packet_.info->extension_bytes > end_) return Fault::kTooShort;
    take_extensions();
    return payload();
  }

  Fault global_route() {
    if (!take(packet_.grh)) return Fault::kTooShort;
    if (!limits_.check_grh_fields) return Fault::kNone;
    if (packet_.grh->ip_version != Grh::kIpVersion) return Fault::kGrhVersion;
    if (packet_.grh->next_header != Grh::kNextHeaderIba) return Fault::kGrhNextHeader;
    if (packet_.grh->payload_length != end_ + kIcrcBytes - at_) return Fault::kGrhLength;
    return Fault::kNone;
  }

  void take_extensions() {
    take_if(Extension::kRdeth, packet_.rdeth);
    take_if(Extension::kDeth, packet_.deth);
    take_if(Extension::kXrcEth, packet_.xrc);
    take_if(Extension::kReth, packet_.reth);
    take_if(Extension::kAtomicEth, packet_.atomic);
    take_if(Extension::kAeth, packet_.aeth);
    take_if(Extension::kAtomicAckEth, packet_.atomic_ack);
    take_if(Extension::kImmDt, packet_.immediate);
    take_if(Extension::kIeth, packet_.invalidate);
  }

  Fault payload() {
    if (packet_.bth->pad_count > end_ - at_) return Fault::kPad;
    const std::size_t size = end_ - at_ - packet_.bth->pad_count;
    packet_.payload = {wire_.data + at_, size};
    if (size > bytes(limits_.mtu)) return Fault::kMtu;
    if (!length_allowed(static_cast<std::uint32_t>(size))) return Fault::kPayloadLength;
    return management_lane(size);
  }

  /// A full packet is any MTU here: the path MTU is known to the queue pair alone.
  bool length_allowed(std::uint32_t size) const {
    const PayloadRule rule = packet_.info->payload;
    if (rule == PayloadRule::kFull) return mtu_from_bytes(size).has_value();
    return payload_allowed(rule, size, limits_.mtu);
  }

  /// IBTA Vol 1, 7.6.3 and 10.2.1: QP0 lives on VL15 and nowhere else.
  Fault management_lane(std::size_t size) const {
    const bool qp0 = packet_.bth->dest_qp == Qpn{};
    if (!qp0 && packet_.lrh.vl != kVl15) return Fault::kNone;
    const bool smp = qp0 && packet_.lrh.vl == kVl15 && size == kMadBytes &&
                     packet_.bth->opcode == opcode(Transport::kUd, op::kSendOnly);
    return smp ? Fault::kNone : Fault::kManagementLane;
  }

  const ByteView wire_;
  const ParseLimits& limits_;
  ParsedPacket& packet_;
  std::size_t at_ = Lrh::kBytes;
  std::size_t end_ = 0;  ///< End of what may still be read: before ICRC or VCRC.
};

}  // namespace

ParseResult parse(ByteView wire, const ParseLimits& limits) {
  ParseResult result;
  result.fault = Parser(wire, limits, result.packet).run();
  return result;
}

}  // namespace ib
