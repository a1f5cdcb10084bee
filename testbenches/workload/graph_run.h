// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/config/run_config.h"
#include "testbenches/run/testbench.h"
#include "testbenches/workload/graph_program.h"
#include "testbenches/workload/message_fabric.h"

namespace ib::tb {

/// A graph run on the first end nodes of a fabric.
class GraphRun {
 public:
  /// Throws fabric::ConfigError for more ranks than hosts. Both outlive the run.
  GraphRun(MessageFabric& fabric, const OpGraph& graph, Ticks overhead);

  /// Until all ranks are done, the user stops it or nothing moves any more.
  [[nodiscard]] Result run(RunContext& context);

  [[nodiscard]] bool done() const;
  /// From the begin to when the last rank was done.
  [[nodiscard]] Ticks time() const;
  [[nodiscard]] Ticks end() const { return begin_ + time(); }  ///< The same, as chips count it.
  [[nodiscard]] const GraphProgram& program(std::uint32_t rank) const { return *programs_[rank]; }
  /// A row of flows.csv for each rank: what it sent, and when it was done as its latency.
  void report_ranks(Reporter& reporter) const;

 private:
  void begin();
  void watch(RunContext& context, Result& result);

  MessageFabric& fabric_;
  const OpGraph& graph_;
  Ticks overhead_;
  Ticks begin_ = 0;
  std::vector<const GraphProgram*> programs_;  ///< By rank.
};

/// The time of a graph on an idle fabric by the alpha-beta model.
[[nodiscard]] Ticks model_time(const MessageFabric& fabric, const RunConfig& config,
                               const OpGraph& graph, const OpMatches& matches);

}  // namespace ib::tb
