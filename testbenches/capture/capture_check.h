// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/ib/packet/fault.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::tb {

struct CheckOptions {
  ParseLimits limits;
  std::optional<Mtu> path_mtu;       ///< For the PSNs a READ takes; learned when not given.
  std::size_t listed_problems = 20;  ///< Further ones are counted only.
};

struct CaptureProblem {
  std::uint64_t record = 0;  ///< Counted from one, as Wireshark numbers frames.
  std::string what;
};

/// What was found in a capture. A record with two faults counts in both.
struct CheckReport {
  std::string path;
  std::uint64_t records = 0;
  std::uint64_t packets = 0;
  std::uint64_t link_packets = 0;
  std::uint64_t other_records = 0;   ///< Of other ERF types; not judged.
  std::uint64_t padded_records = 0;  ///< Zero bytes after the VCRC; legal.

  std::array<std::uint64_t, kFaults> faults{};  ///< By Fault.
  std::uint64_t bad_lpcrc = 0;
  std::uint64_t bad_link_ops = 0;
  std::uint64_t bad_link_lengths = 0;
  std::uint64_t cut_records = 0;  ///< Fewer bytes kept than the wire had.
  std::uint64_t damaged_records = 0;
  bool cut_short = false;  ///< The file ends inside a record.

  std::uint64_t flows = 0;
  std::uint64_t psn_gaps = 0;         ///< Not filled by a retry.
  std::uint64_t healed_psn_gaps = 0;  ///< Filled by a retry; legal.
  std::uint64_t repeated_psns =
      0;  ///< Retries, and copies at points with one ERF interface; legal.

  std::vector<CaptureProblem> problems;

  [[nodiscard]] std::uint64_t wrong() const;
  [[nodiscard]] bool ok() const { return wrong() == 0; }
};

/// Verifies ICRC, VCRC, LPCRC, every length and header rule, and the order of PSNs. Throws
/// CaptureError when `path` is no capture.
[[nodiscard]] CheckReport check_capture(const std::string& path, const CheckOptions& options = {});

}  // namespace ib::tb
