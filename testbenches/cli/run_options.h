// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>
#include <vector>

#include "testbenches/cli/commands.h"

namespace ib::tb {

/// Options of `run` as given; most are short names of parameters.
struct RunOptions {
  std::string target;
  std::map<std::string, std::string> shorthands;  ///< Option to its text, where given.
  bool all_sizes = false;
  bool bidirectional = false;
  bool sharp = false;
  bool allow_deadlock = false;
  std::vector<std::string> sets;
  std::string pcap;
  std::string packets;
  WaveOptions wave;
  std::string out;
  bool profile = false;
  bool progress = false;
};

void add_run_options(CLI::App& run, RunOptions& options);

/// Options of the commands about a topology.
struct FabricOptions {
  std::string topology;
  std::string routing;
  std::string routing_file;
  bool allow_deadlock = false;
  std::vector<std::string> sets;
};

void add_fabric_options(CLI::App& command, FabricOptions& options);

[[nodiscard]] std::vector<Assignment> assignments_of(const FabricOptions& options);

[[nodiscard]] RunRequest request_of(const RunOptions& options);

}  // namespace ib::tb
