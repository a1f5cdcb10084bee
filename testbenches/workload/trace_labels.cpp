// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/trace_labels.h"

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

std::string key_of(std::uint32_t rank, const std::string& label) {
  return std::to_string(rank) + ":" + label;
}

}  // namespace

void TraceLabels::refuse(std::uint32_t line, const std::string& what) const {
  throw fabric::ConfigError(origin_ + ":" + std::to_string(line) + ": " + what);
}

std::uint64_t TraceLabels::number(const std::string& text, std::uint32_t line) const {
  if (text.empty() || text.size() > 18 ||
      text.find_first_not_of("0123456789") != std::string::npos) {
    refuse(line, "'" + fabric::printable(text) + "' is no number");
  }
  return std::stoull(text);
}

std::uint32_t TraceLabels::small_number(const std::string& text, std::uint32_t line) const {
  const std::uint64_t value = number(text, line);
  if (value >= kAny) refuse(line, fabric::printable(text) + " is too large");
  return static_cast<std::uint32_t>(value);
}

void TraceLabels::name(std::uint32_t rank, const std::string& label, std::uint32_t op,
                       std::uint32_t line) {
  if (!ops_.emplace(key_of(rank, label), op).second) {
    refuse(line, "rank " + std::to_string(rank) + " has two operations called " +
                     fabric::printable(label));
  }
}

void TraceLabels::depend(std::uint32_t rank, const std::string& after, const std::string& before,
                         bool on_start, std::uint32_t line) {
  dependencies_.push_back({rank, after, before, on_start, line});
}

std::uint32_t TraceLabels::find(const Dependency& dependency, const std::string& label) const {
  const auto found = ops_.find(key_of(dependency.rank, label));
  if (found == ops_.end()) {
    refuse(dependency.line, "rank " + std::to_string(dependency.rank) +
                                " has no operation called " + fabric::printable(label));
  }
  return found->second;
}

void TraceLabels::resolve(OpGraph& graph) const {
  for (const Dependency& each : dependencies_) {
    const std::uint32_t after = find(each, each.after);
    const std::uint32_t before = find(each, each.before);
    if (each.on_start) {
      graph.require_start(each.rank, after, before);
    } else {
      graph.require(each.rank, after, before);
    }
  }
}

}  // namespace ib::tb
