// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/hca/mad_door.h"
#include "models/ib/management/mad_packet.h"
#include "models/ib/management/smp_attribute.h"

namespace ib::tb {

/// Ports that a directed route leaves by, from the source on.
using HopPath = std::vector<std::uint8_t>;

struct MadReply {
  MadPacket mad;
  Ticks round_trip = 0;  ///< From the request at queue pair 0 or 1 to the answer there.

  [[nodiscard]] MadStatus status() const {
    return static_cast<MadStatus>(mad.header().status & 0x7FFF);
  }
  [[nodiscard]] const std::uint8_t* data() const { return &mad.mad[smp::kData]; }
};

struct MadCallCounters {
  std::uint64_t sent = 0;
  std::uint64_t answered = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t refused = 0;  ///< Answers with a status.
};

/// Asks one thing after another through the door of an HCA, as a subnet manager does. For a program
/// of the host.
class MadCaller {
 public:
  static constexpr unsigned kTries = 3;
  static constexpr double kTimeoutNs = 1'000'000;

  explicit MadCaller(hca::MadDoor& door) : door_(door) {}

  /// Sends a request and waits for its answer; nothing after kTries without one.
  [[nodiscard]] std::optional<MadReply> call(MadPacket request);

  [[nodiscard]] std::optional<MadReply> get(const HopPath& path, SmpAttributeId attribute,
                                            std::uint32_t modifier = 0);
  [[nodiscard]] std::optional<MadReply> set(const HopPath& path, SmpAttributeId attribute,
                                            std::uint32_t modifier, const SmpData& data);
  /// PortCounters of a port of the node with that LID.
  [[nodiscard]] std::optional<MadReply> port_counters(Lid lid, std::uint8_t port);

  [[nodiscard]] const MadCallCounters& counters() const { return counters_; }

 private:
  hca::MadDoor& door_;
  std::uint64_t transaction_ = 0;
  MadCallCounters counters_;
};

}  // namespace ib::tb
