// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ib::fabric {

/// The members of one cycle in order, each with an edge to the next, given the edges out of every
/// member; empty when there is none. Deterministic.
[[nodiscard]] std::vector<std::uint32_t> find_cycle(
    const std::vector<std::vector<std::uint32_t>>& edges);

/// Who waits for whom: resources by name, edges from the waiting one to what it waits for.
class WaitGraph {
 public:
  void add(const std::string& waiting, const std::string& awaited);
  /// The resources of one cycle of waits in order, empty when there is none. Deterministic.
  [[nodiscard]] std::vector<std::string> find_cycle() const;

 private:
  std::uint32_t index(const std::string& name);

  std::vector<std::string> names_;
  std::vector<std::vector<std::uint32_t>> awaited_;
  std::unordered_map<std::string, std::uint32_t> index_;
};

}  // namespace ib::fabric
