// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/capture_check.h"

#include <algorithm>
#include <numeric>

#include "models/ib/packet/flow_control.h"
#include "testbenches/capture/capture_reader.h"
#include "testbenches/capture/erf.h"
#include "testbenches/capture/psn_order.h"

namespace ib::tb {
namespace {

/// Drops zero bytes after the length that PktLen gives: padding of the record, not of the packet.
ByteView without_record_padding(ByteView bytes) {
  if (bytes.size < Lrh::kBytes) return bytes;
  const std::size_t packet = std::size_t{Lrh::decode(bytes.data).pkt_len} * 4 + kVcrcBytes;
  if (packet >= bytes.size || bytes.size - packet >= kErfLinkRecordBytes) return bytes;
  const bool zero = std::all_of(bytes.data + packet, bytes.data + bytes.size,
                                [](std::uint8_t b) { return b == 0; });
  return zero ? ByteView{bytes.data, packet} : bytes;
}

class Checker {
 public:
  Checker(const std::string& path, const CheckOptions& options)
      : options_(options), reader_(path), order_(options.path_mtu) {
    report_.path = path;
  }

  CheckReport run() {
    CaptureRecord record;
    for (;;) {
      const CaptureReader::Status status = reader_.next(record);
      if (status == CaptureReader::Status::kEnd) break;
      ++report_.records;
      if (status == CaptureReader::Status::kCutShort) {
        report_.cut_short = true;
        list("the file ends inside this record");
        break;
      }
      if (status == CaptureReader::Status::kDamaged) {
        ++report_.damaged_records;
        list("damaged record header");
        continue;
      }
      judge(record);
    }
    report_.flows = order_.flows();
    report_.psn_gaps = order_.open_gaps();
    report_.healed_psn_gaps = order_.healed_gaps();
    report_.repeated_psns = order_.repeats();
    return std::move(report_);
  }

 private:
  void list(std::string what) {
    if (report_.problems.size() == options_.listed_problems) return;
    report_.problems.push_back({report_.records, std::move(what)});
  }

  void judge(const CaptureRecord& record) {
    switch (record.kind) {
      case RecordKind::kOther:
        ++report_.other_records;
        return;
      case RecordKind::kLinkPacket:
        ++report_.link_packets;
        return link_packet(record);
      case RecordKind::kPacket:
        ++report_.packets;
        if (!record.cut) return packet(record);
        ++report_.cut_records;
        list("fewer bytes captured than were on the wire");
    }
  }

  void link_packet(const CaptureRecord& record) {
    if (record.bytes.size < FlowControl::kBytes) {
      ++report_.bad_link_lengths;
      return list("link packet shorter than six bytes");
    }
    const std::optional<FlowControl> flow_control = FlowControl::decode(record.bytes.data);
    if (!flow_control) {
      ++report_.bad_lpcrc;
      list("bad LPCRC");
    } else if (!flow_control->known()) {
      ++report_.bad_link_ops;
      list("reserved link packet op " + std::to_string(flow_control->op));
    }
  }

  void packet(const CaptureRecord& record) {
    const ByteView bytes = without_record_padding(record.bytes);
    if (bytes.size < record.bytes.size) ++report_.padded_records;
    ParseResult result = parse(bytes, options_.limits);
    if (result.fault != Fault::kNone) fault(result.fault);
    if (result.fault == Fault::kVcrc) {
      // A bad VCRC over a good ICRC is a bad end or a link error; both bad is damaged payload.
      ParseLimits rest = options_.limits;
      rest.check_vcrc = false;
      result = parse(bytes, rest);
      if (result.fault != Fault::kNone) fault(result.fault);
      return;
    }
    if (result.fault == Fault::kNone) psn(record, result.packet);
  }

  void fault(Fault fault) {
    ++report_.faults[static_cast<std::size_t>(fault)];
    list(std::string{name(fault)});
  }

  void psn(const CaptureRecord& record, const ParsedPacket& packet) {
    if (order_.see(record, packet) != PsnVerdict::kGap) return;
    list("PSN " + std::to_string(packet.bth->psn.value()) + " where " +
         std::to_string(order_.expected().value()) + " was due (SLID " +
         std::to_string(packet.lrh.slid.value()) + ", DLID " +
         std::to_string(packet.lrh.dlid.value()) + ", QP " +
         std::to_string(packet.bth->dest_qp.value()) + ")");
  }

  const CheckOptions options_;
  CaptureReader reader_;
  PsnOrder order_;
  CheckReport report_;
};

}  // namespace

std::uint64_t CheckReport::wrong() const {
  const std::uint64_t packet_faults =
      std::accumulate(faults.begin(), faults.end(), std::uint64_t{0});
  return packet_faults + bad_lpcrc + bad_link_ops + bad_link_lengths + cut_records +
         damaged_records + (cut_short ? 1 : 0) + psn_gaps;
}

CheckReport check_capture(const std::string& path, const CheckOptions& options) {
  return Checker(path, options).run();
}

}  // namespace ib::tb
