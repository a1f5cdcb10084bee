// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/ibnetdiscover_records.h"
#include "models/fabric/topology.h"

namespace ib::fabric {

/// The links of a dump. Each is told up to twice, once by either side; what both tell must agree,
/// what one leaves out the other completes.
class DumpLinks {
 public:
  /// `record_lines` are the header lines of the topology's nodes.
  DumpLinks(const Topology& topology, const std::vector<std::size_t>& record_lines,
            const std::string& file)
      : topology_(topology), record_lines_(record_lines), file_(file) {}

  /// The link line of port `own`. Throws ConfigError, naming both lines, when it contradicts
  /// another.
  void add(PortRef own, PortRef peer, const DumpLink& line);

  /// Cables and the LIDs of CA ports go into `target`; differing rates are noted.
  void apply(Topology& target, std::vector<std::string>& notes) const;

 private:
  /// What is known about one port; zero where nothing is.
  struct Told {
    PortRef port;
    PortRef peer;
    std::size_t line = 0;
    Guid guid;
    std::uint32_t lid = 0;
    std::uint32_t lmc = 0;
    const DumpLink* own = nullptr;  ///< The port's own line.
  };

  void tell(const Told& told);
  void check_switch_lid(const Told& told) const;
  [[nodiscard]] const Told* find(PortRef port) const;
  [[nodiscard]] LinkRate rate(const Told& told, std::vector<std::string>& notes) const;
  [[nodiscard]] ConfigError disagreement(const Told& told, const std::string& field,
                                         const std::string& here, const std::string& there,
                                         std::size_t there_line) const;

  const Topology& topology_;
  const std::vector<std::size_t>& record_lines_;
  const std::string& file_;
  std::vector<Told> told_;  ///< In the order of the dump.
  std::unordered_map<std::uint64_t, std::size_t> index_;
};

}  // namespace ib::fabric
