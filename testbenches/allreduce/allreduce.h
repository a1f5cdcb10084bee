// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/ib/packet/payload.h"
#include "testbenches/allreduce/reduce_host.h"
#include "testbenches/allreduce/reduction_config.h"
#include "tlm/conductor.h"

namespace ib::tb {

struct AllreducePlan {
  std::uint32_t hosts = 64;
  ReductionConfig reduction;
  fabric::CableInfo cable;
  fabric::FabricConfig fabric;
  double host_clock_mhz = 1000;
};

struct AllreduceResult {
  bool complete = false;
  bool correct = false;         ///< All results have the bits of the reference.
  Ticks time = 0;               ///< From zero to the last host's last packet.
  std::uint64_t bytes = 0;      ///< LRH through ICRC, over all cables and directions.
  std::uint64_t predicted = 0;  ///< The same by closed form.
};

/// One all-reduce on a two-level fat tree: by a ring of hosts, or by an aggregation tree of all
/// leaves below the first spine. One a process.
class Allreduce {
 public:
  /// Throws ConfigError for sizes that do not fit.
  Allreduce(const AllreducePlan& plan, const ConductorConfig& conductor);

  [[nodiscard]] Conductor& conductor() { return conductor_; }
  [[nodiscard]] const fabric::Fabric& fabric() const { return *fabric_; }
  /// Until every host is done, or `limit`.
  void run(Ticks limit);
  [[nodiscard]] AllreduceResult result() const;
  [[nodiscard]] std::vector<std::string> broken_invariants() const { return conductor_.deadlock(); }

 private:
  void build_tree();
  [[nodiscard]] bool done() const;
  [[nodiscard]] std::vector<std::uint8_t> reference() const;
  [[nodiscard]] std::vector<std::uint8_t> tree_reference() const;
  [[nodiscard]] std::vector<std::uint8_t> ring_reference() const;
  [[nodiscard]] std::uint64_t predicted_bytes() const;
  [[nodiscard]] std::uint64_t bytes_of(std::size_t payload) const;

  AllreducePlan plan_;
  std::uint32_t hosts_a_leaf_;
  std::uint32_t leaves_;
  PayloadPool payloads_;
  Conductor conductor_;
  std::vector<std::vector<std::uint8_t>> inputs_;
  std::vector<ReduceHost*> hosts_;
  std::unique_ptr<fabric::Fabric> fabric_;
};

/// The smallest even number of switch ports for which `hosts` fill leaves, at most as many as there
/// are ports; 0 when there is none up to 64.
[[nodiscard]] std::uint32_t allreduce_radix(std::uint32_t hosts);

/// Elements for host `index`, of magnitudes so different that the order of a sum shows in its bits.
[[nodiscard]] std::vector<std::uint8_t> allreduce_input(ReductionType type, std::uint32_t bytes,
                                                        std::uint64_t seed, std::uint32_t index);

}  // namespace ib::tb
