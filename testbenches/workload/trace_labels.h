// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbenches/workload/op_graph.h"

namespace ib::tb {

/// Most ranks of a trace.
inline constexpr std::uint64_t kMaxRanks = 65536;

/// Names of the operations of a trace, by rank, and the dependencies between them, which may come
/// before the names they mention.
class TraceLabels {
 public:
  explicit TraceLabels(std::string origin) : origin_(std::move(origin)) {}

  /// Throws fabric::ConfigError at `line`.
  [[noreturn]] void refuse(std::uint32_t line, const std::string& what) const;
  /// A number of up to 18 digits; throws for anything else.
  [[nodiscard]] std::uint64_t number(const std::string& text, std::uint32_t line) const;
  [[nodiscard]] std::uint32_t small_number(const std::string& text, std::uint32_t line) const;

  void name(std::uint32_t rank, const std::string& label, std::uint32_t op, std::uint32_t line);
  void depend(std::uint32_t rank, const std::string& after, const std::string& before,
              bool on_start, std::uint32_t line);
  /// Adds all dependencies to the graph; throws for a name that no operation has.
  void resolve(OpGraph& graph) const;

 private:
  struct Dependency {
    std::uint32_t rank;
    std::string after;
    std::string before;
    bool on_start;
    std::uint32_t line;
  };

  [[nodiscard]] std::uint32_t find(const Dependency& dependency, const std::string& label) const;

  std::string origin_;
  std::unordered_map<std::string, std::uint32_t> ops_;  ///< By "rank:label".
  std::vector<Dependency> dependencies_;
};

}  // namespace ib::tb
