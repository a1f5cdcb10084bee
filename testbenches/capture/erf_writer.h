// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <ostream>

#include "models/ib/packet/flow_control.h"
#include "models/ib/packet/packet.h"
#include "models/ib/packet/packet_codec.h"
#include "testbenches/capture/erf.h"

namespace ib::tb {

/// Where and when something was seen.
struct CapturePoint {
  std::uint64_t time_ps = 0;  ///< Since the start of the run.
  std::uint32_t chip = 0;
  std::uint16_t port = 0;
};

/// How much of the point a record carries besides its ERF interface, which is the port modulo 4.
enum class PointHeader : std::uint8_t {
  kNone,    ///< Plain records: every reader of ERF takes them.
  kHostId,  ///< A Host ID extension header: host = chip, source = port modulo 256.
};

/// Writes an ERF capture in a pcap file (link type 197, nanosecond stamps) to a stream it does not
/// own. Same calls, same bytes: no wall-clock time enters.
class ErfWriter {
 public:
  explicit ErfWriter(std::ostream& out, PointHeader point_header = PointHeader::kNone);

  /// With both CRCs; a corrupted packet with its complemented VCRC.
  void write(const CapturePoint& point, const Packet& packet);
  /// LRH..VCRC as they stand; at most kMaxWireBytes.
  void write(const CapturePoint& point, ByteView wire);
  void write_flow_control(const CapturePoint& point,
                          const std::uint8_t (&wire)[FlowControl::kBytes]);

  [[nodiscard]] std::uint64_t records() const { return records_; }

 private:
  static constexpr std::size_t kPrefixBytes =
      kPcapRecordHeaderBytes + kErfHeaderBytes + kErfExtensionBytes;

  [[nodiscard]] std::size_t prefix_bytes() const;
  /// Completes and sends the record whose packet bytes stand in `record_` after the prefix.
  void finish(const CapturePoint& point, std::uint8_t type, std::size_t packet_bytes);

  std::ostream& out_;
  const PointHeader point_header_;
  std::uint64_t records_ = 0;
  std::array<std::uint8_t, kPrefixBytes + kMaxWireBytes + 8> record_{};
};

}  // namespace ib::tb
