// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/capture_reader.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "models/ib/packet/flow_control.h"
#include "testbenches/capture/erf.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kLargestRecord = 1u << 18;  // libpcap's own limit
constexpr std::uint32_t kPcapNg = 0x0A0D0D0A;

bool known_erf_type(std::uint8_t type) {
  return (type & ~kErfMore) == kErfInfiniband || (type & ~kErfMore) == kErfInfinibandLink;
}

std::uint64_t binary_fraction(std::uint32_t ticks, std::uint32_t ticks_per_second) {
  return (std::uint64_t{ticks} << 32) / ticks_per_second;
}

}  // namespace

CaptureReader::CaptureReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) refuse("is a directory");
  if (!file_) refuse(std::filesystem::exists(path_, ignored) ? "cannot be read" : "does not exist");
  if (append(4) < 4) refuse(buffer_.empty() ? "is empty" : "is too short to be a capture");

  const std::uint32_t magic = load_le32(buffer_.data());
  for (const std::uint32_t known : {kPcapMicroseconds, kPcapNanoseconds}) {
    const bool swapped = load_be32(buffer_.data()) == known;
    if (magic != known && !swapped) continue;
    pcap_ = true;
    big_endian_ = swapped;
    ticks_per_second_ = known == kPcapNanoseconds ? 1'000'000'000 : 1'000'000;
  }
  if (magic == kPcapNg) refuse("is pcapng; convert it with `editcap -F pcap`");
  if (pcap_) {
    read_pcap_header();
  } else {
    expect_erf();
  }
}

void CaptureReader::refuse(const std::string& why) const { throw CaptureError(path_ + ": " + why); }

void CaptureReader::read_pcap_header() {
  if (append(kPcapFileHeaderBytes - 4) < kPcapFileHeaderBytes - 4) {
    refuse("ends inside the pcap header");
  }
  link_type_ = number(20) & 0xFFFF;
  if (link_type_ != kDltErf && link_type_ != kDltInfiniband && link_type_ != kDltUser0) {
    refuse("has pcap link type " + std::to_string(link_type_) +
           "; InfiniBand is 197 (ERF), 247 or 147");
  }
  buffer_.clear();
}

/// A bare ERF file has no magic number: its first record must look like one.
void CaptureReader::expect_erf() {
  const bool whole = append(kErfHeaderBytes - 4) == kErfHeaderBytes - 4;
  if (!whole || !known_erf_type(buffer_[8]) || load_be16(&buffer_[10]) < kErfHeaderBytes) {
    refuse("is neither a pcap nor an ERF file");
  }
  header_ready_ = true;
}

std::size_t CaptureReader::append(std::size_t count) {
  std::vector<char> text(count);
  file_.read(text.data(), static_cast<std::streamsize>(count));
  const auto got = static_cast<std::size_t>(file_.gcount());
  const std::size_t before = buffer_.size();
  buffer_.resize(before + got);
  if (got > 0) std::memcpy(&buffer_[before], text.data(), got);
  return got;
}

std::uint32_t CaptureReader::number(std::size_t at) const {
  return big_endian_ ? load_be32(&buffer_[at]) : load_le32(&buffer_[at]);
}

CaptureReader::Status CaptureReader::next(CaptureRecord& record) {
  record = {};
  return pcap_ ? next_pcap(record) : next_bare_erf(record);
}

CaptureReader::Status CaptureReader::next_pcap(CaptureRecord& record) {
  buffer_.clear();
  const std::size_t header = append(kPcapRecordHeaderBytes);
  if (header == 0) return Status::kEnd;
  if (header < kPcapRecordHeaderBytes) return Status::kCutShort;
  const std::uint32_t kept = number(8);
  const std::uint32_t original = number(12);
  if (kept > kLargestRecord || append(kept) < kept) return Status::kCutShort;

  const std::uint8_t* const body = buffer_.data() + kPcapRecordHeaderBytes;
  if (link_type_ == kDltErf) return decode_erf(body, kept, record);
  record.kind = kept == FlowControl::kBytes ? RecordKind::kLinkPacket : RecordKind::kPacket;
  record.time = std::uint64_t{number(0)} << 32 | binary_fraction(number(4), ticks_per_second_);
  record.cut = kept < original;
  record.bytes = {body, kept};
  return Status::kRecord;
}

CaptureReader::Status CaptureReader::next_bare_erf(CaptureRecord& record) {
  if (!std::exchange(header_ready_, false)) {
    buffer_.clear();
    const std::size_t header = append(kErfHeaderBytes);
    if (header == 0) return Status::kEnd;
    if (header < kErfHeaderBytes) return Status::kCutShort;
  }
  const std::size_t size = load_be16(&buffer_[10]);
  if (size < kErfHeaderBytes) return Status::kCutShort;
  if (append(size - kErfHeaderBytes) < size - kErfHeaderBytes) return Status::kCutShort;
  return decode_erf(buffer_.data(), size, record);
}

CaptureReader::Status CaptureReader::decode_erf(const std::uint8_t* erf, std::size_t size,
                                                CaptureRecord& record) const {
  if (size < kErfHeaderBytes) return Status::kDamaged;
  record.time = load_le64(erf);
  record.interface = erf[9] & kErfInterfaceMask;
  const std::size_t end = std::min<std::size_t>(load_be16(erf + 10), size);
  const std::size_t wire = load_be16(erf + 14);

  std::size_t at = kErfHeaderBytes;
  for (std::uint8_t type = erf[8]; (type & kErfMore) != 0; at += kErfExtensionBytes) {
    if (at + kErfExtensionBytes > end) return Status::kDamaged;
    type = erf[at];
    if ((type & ~kErfMore) != kErfHostId) continue;
    record.source = erf[at + 1];
    record.host = load_be64(erf + at) & 0xFFFFFFFFFFFF;
  }
  if (at > end) return Status::kDamaged;

  const std::uint8_t type = erf[8] & static_cast<std::uint8_t>(~kErfMore);
  if (type == kErfInfiniband) record.kind = RecordKind::kPacket;
  if (type == kErfInfinibandLink) record.kind = RecordKind::kLinkPacket;
  record.cut = end - at < wire;
  record.bytes = {erf + at, std::min(end - at, wire)};
  return Status::kRecord;
}

}  // namespace ib::tb
