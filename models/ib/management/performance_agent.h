// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/ib/management/mad_packet.h"
#include "models/ib/management/managed_node.h"
#include "models/ib/management/port_samples.h"

namespace ib {

/// The performance management agent (PMA) of a node: ClassPortInfo, the port counters with their
/// details, and sampling. Times are nanoseconds. IBTA Vol 1, 16.1.
class PerformanceAgent {
 public:
  PerformanceAgent(ManagedNode& node, const NodeIdentity& identity);

  /// Works on a Get or Set; the packet becomes the answer.
  void handle(MadPacket& gmp, std::uint64_t now);

  /// Takes the samples that are due by `now`.
  void expire(std::uint64_t now);
  [[nodiscard]] std::optional<std::uint64_t> deadline() const { return samples_.deadline(); }

 private:
  [[nodiscard]] MadStatus access(const MadHeader& header, PmaData& data, std::uint64_t now);
  [[nodiscard]] MadStatus class_port_info(bool set, PmaData& data) const;
  [[nodiscard]] MadStatus port_counters(PmaAttributeId attribute, bool set, PmaData& data);
  [[nodiscard]] MadStatus samples_control(bool set, PmaData& data, std::uint64_t now);
  [[nodiscard]] bool has_port(std::uint8_t port) const;
  [[nodiscard]] PmaCounters sum_of_ports() const;

  ManagedNode& node_;
  std::uint8_t first_port_;
  std::uint8_t last_port_;
  PortSamples samples_;
};

}  // namespace ib
