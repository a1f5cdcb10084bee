// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/packets_csv.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

#include "models/fabric/config_error.h"
#include "models/ib/packet/packet_codec.h"
#include "testbenches/report/csv.h"

namespace ib::tb {
namespace {

std::string_view event_name(EventKind kind) {
  switch (kind) {
    case EventKind::kSend:
      return "send";
    case EventKind::kReceive:
      return "receive";
    case EventKind::kDrop:
      return "drop";
    case EventKind::kSendFlowControl:
    case EventKind::kReceiveFlowControl:
      break;
  }
  return "";
}

std::string_view reason_name(DropReason reason) {
  switch (reason) {
    case DropReason::kNone:
      return "";
    case DropReason::kVcrc:
      return "vcrc";
    case DropReason::kBadEnd:
      return "bad_end";
    case DropReason::kMalformed:
      return "malformed";
    case DropReason::kNoRoute:
      return "no_route";
    case DropReason::kLooping:
      return "looping";
    case DropReason::kVlMapping:
      return "vl_mapping";
    case DropReason::kHoqLifetime:
      return "hoq_lifetime";
    case DropReason::kSwitchLifetime:
      return "switch_lifetime";
    case DropReason::kMtu:
      return "mtu";
    case DropReason::kVl15Overflow:
      return "vl15_overflow";
    case DropReason::kPortState:
      return "port_state";
    case DropReason::kBufferOverrun:
      return "buffer_overrun";
    case DropReason::kIcrc:
      return "icrc";
    case DropReason::kPartition:
      return "partition";
  }
  return "";
}

/// Opcode, destination QP and PSN; empty fields for a packet without BTH.
std::string transport_fields(const Packet& packet) {
  if (is_raw(lnh(packet))) return ",,";
  const Bth bth = Bth::decode(bth_bytes(packet));
  return fmt::format("{},{},{}", static_cast<unsigned>(bth.opcode), bth.dest_qp.value(),
                     bth.psn.value());
}

}  // namespace

PacketsCsv::PacketsCsv(const std::filesystem::path& file, std::vector<std::string> chip_names)
    : file_(file), chip_names_(std::move(chip_names)), stream_(file, std::ios::binary) {
  stream_ << "time_ps,port,event,source,sequence,slid,dlid,sl,vl,opcode,dest_qp,psn,wire_bytes,"
             "corrupted,drop_reason\n";
  if (!stream_) throw fabric::ConfigError(fmt::format("{}: cannot be written", file_.string()));
}

void PacketsCsv::on_event(const PortEvent& event) {
  const std::string_view name = event_name(event.kind);
  if (name.empty()) return;
  const Packet& p = event.packet;
  fmt::format_to(std::ostreambuf_iterator<char>(stream_),
                 "{},{}.port{},{},{},{},{},{},{},{},{},{},{},{}\n", floor_ps(event.time),
                 csv_field(chip_names_.at(event.chip)), event.port, name, p.id.source,
                 p.id.sequence, p.slid.value(), p.dlid.value(), p.sl.value(), p.vl.value(),
                 transport_fields(p), p.wire_bytes, p.corrupted ? 1 : 0, reason_name(event.reason));
}

void PacketsCsv::close() {
  stream_.close();
  if (!stream_) {
    throw fabric::ConfigError(fmt::format("{}: write failed, is the disk full?", file_.string()));
  }
}

}  // namespace ib::tb
