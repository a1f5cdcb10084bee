// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/erf_writer.h"

#include <cassert>
#include <cstring>
#include <string>

#include "models/ib/base/bytes.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kPsPerSecond = 1'000'000'000'000;
constexpr std::uint32_t kSnapLength = 65535;

/// Streams take char; the bytes go through a copy because the model casts no pointers.
template <std::size_t N>
void send(std::ostream& out, const std::array<std::uint8_t, N>& bytes, std::size_t count) {
  std::array<char, N> text;
  std::memcpy(text.data(), bytes.data(), count);
  out.write(text.data(), static_cast<std::streamsize>(count));
}

/// Seconds in the upper half, binary fraction in the lower, rounded down.
std::uint64_t erf_time(std::uint64_t ps) {
  const std::uint64_t seconds = ps / kPsPerSecond;
  // ps * 2^32 exceeds 64 bits, so the fraction is found in two steps of 16 bits.
  std::uint64_t rest = ps % kPsPerSecond << 16;
  const std::uint64_t high = rest / kPsPerSecond;
  rest = rest % kPsPerSecond << 16;
  return seconds << 32 | high << 16 | rest / kPsPerSecond;
}

}  // namespace

ErfWriter::ErfWriter(std::ostream& out, PointHeader point_header)
    : out_(out), point_header_(point_header) {
  std::array<std::uint8_t, kPcapFileHeaderBytes> header{};
  store_le32(&header[0], kPcapNanoseconds);
  store_le16(&header[4], 2);
  store_le16(&header[6], 4);
  store_le32(&header[16], kSnapLength);
  store_le32(&header[20], kDltErf);
  send(out_, header, header.size());
}

std::size_t ErfWriter::prefix_bytes() const {
  return point_header_ == PointHeader::kHostId ? kPrefixBytes : kPrefixBytes - kErfExtensionBytes;
}

void ErfWriter::write(const CapturePoint& point, const Packet& packet) {
  finish(point, kErfInfiniband, serialize(packet, &record_[prefix_bytes()]));
}

void ErfWriter::write(const CapturePoint& point, ByteView wire) {
  assert(wire.size <= kMaxWireBytes);
  std::memcpy(&record_[prefix_bytes()], wire.data, wire.size);
  finish(point, kErfInfiniband, wire.size);
}

void ErfWriter::write_flow_control(const CapturePoint& point,
                                   const std::uint8_t (&wire)[FlowControl::kBytes]) {
  std::uint8_t* const to = &record_[prefix_bytes()];
  std::memset(to, 0, kErfLinkRecordBytes);
  std::memcpy(to, wire, FlowControl::kBytes);
  finish(point, kErfInfinibandLink, kErfLinkRecordBytes);
}

void ErfWriter::finish(const CapturePoint& point, std::uint8_t type, std::size_t packet_bytes) {
  const std::size_t unpadded = prefix_bytes() - kPcapRecordHeaderBytes + packet_bytes;
  const std::size_t erf_bytes = (unpadded + 7) / 8 * 8;
  std::memset(&record_[kPcapRecordHeaderBytes + unpadded], 0, erf_bytes - unpadded);

  const std::uint64_t rest_ps = point.time_ps % kPsPerSecond;
  store_le32(&record_[0], static_cast<std::uint32_t>(point.time_ps / kPsPerSecond));
  store_le32(&record_[4], static_cast<std::uint32_t>(rest_ps / 1000));
  store_le32(&record_[8], static_cast<std::uint32_t>(erf_bytes));
  store_le32(&record_[12], static_cast<std::uint32_t>(erf_bytes));

  std::uint8_t* const erf = &record_[kPcapRecordHeaderBytes];
  const bool host_id = point_header_ == PointHeader::kHostId;
  store_le64(erf, erf_time(point.time_ps));
  erf[8] = static_cast<std::uint8_t>(type | (host_id ? kErfMore : 0u));
  erf[9] = static_cast<std::uint8_t>(kErfVaryingLength | (point.port & kErfInterfaceMask));
  store_be16(erf + 10, static_cast<std::uint16_t>(erf_bytes));
  store_be16(erf + 12, 0);
  store_be16(erf + 14, static_cast<std::uint16_t>(packet_bytes));
  if (host_id) {
    store_be64(erf + kErfHeaderBytes, std::uint64_t{point.chip});  // 48 bits; the top two follow
    erf[kErfHeaderBytes] = kErfHostId;
    erf[kErfHeaderBytes + 1] = static_cast<std::uint8_t>(point.port);
  }
  send(out_, record_, kPcapRecordHeaderBytes + erf_bytes);
  ++records_;
}

}  // namespace ib::tb
