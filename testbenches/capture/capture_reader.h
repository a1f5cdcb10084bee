// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/ib/base/bytes.h"

namespace ib::tb {

/// The file is no InfiniBand capture; what() is one line that names it and says why.
class CaptureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class RecordKind : std::uint8_t { kPacket, kLinkPacket, kOther };

/// One record, freed of its wrapping.
struct CaptureRecord {
  RecordKind kind = RecordKind::kOther;
  std::uint64_t time = 0;      ///< Seconds in the upper 32 bits, binary fraction in the lower.
  std::uint8_t interface = 0;  ///< ERF interface, 0-3.
  std::uint64_t host = 0;      ///< ERF Host ID (48 bits), 0 without one.
  std::uint8_t source = 0;     ///< ERF source ID, 0 without one.
  bool cut = false;            ///< The capture kept fewer bytes than the wire had.
  ByteView bytes;              ///< Valid until the next read.
};

/// Reads pcap files of link types 197 (ERF), 247 and 147 (bare packets), in either byte order and
/// with micro- or nanoseconds, and bare ERF files. Needs no seeking, so a pipe will do.
class CaptureReader {
 public:
  enum class Status : std::uint8_t {
    kRecord,
    kDamaged,   ///< A record that contradicts itself; reading can go on.
    kCutShort,  ///< The file ends inside a record, or its framing is lost.
    kEnd,
  };

  /// Throws CaptureError.
  explicit CaptureReader(const std::string& path);

  [[nodiscard]] Status next(CaptureRecord& record);

 private:
  [[noreturn]] void refuse(const std::string& why) const;
  void read_pcap_header();
  void expect_erf();
  /// Up to `count` bytes to the end of `buffer_`; how many there were.
  std::size_t append(std::size_t count);
  [[nodiscard]] std::uint32_t number(std::size_t at) const;
  Status next_pcap(CaptureRecord& record);
  Status next_bare_erf(CaptureRecord& record);
  Status decode_erf(const std::uint8_t* erf, std::size_t size, CaptureRecord& record) const;

  const std::string path_;
  std::ifstream file_;
  bool pcap_ = false;
  bool big_endian_ = false;
  std::uint32_t ticks_per_second_ = 1'000'000;
  std::uint32_t link_type_ = 0;
  bool header_ready_ = false;         ///< Bare ERF: telling the format has read a header already.
  std::vector<std::uint8_t> buffer_;  ///< The record being read.
};

}  // namespace ib::tb
