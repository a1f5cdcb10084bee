// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/config/run_config.h"
#include "testbenches/report/output_files.h"
#include "testbenches/report/progress.h"
#include "testbenches/report/reporter.h"
#include "testbenches/wave/wave_config.h"

namespace ib::tb {

/// Where a run puts what its observers see; an empty path means "not asked for".
struct RunFiles {
  std::filesystem::path pcap;     ///< ERF capture.
  std::filesystem::path packets;  ///< packets.csv.
  std::filesystem::path latency;  ///< latency.csv, and with it buffers.csv in the same folder.
  std::filesystem::path folder;   ///< Of `--out`, for files of the testbench's own.
  WaveOptions wave;               ///< Waveform, FST.
};

/// All that a testbench is given. Paths in `files` are final names: write to `outputs.add(path)`,
/// which gives the temporary name that becomes the final one when the run has ended.
struct RunContext {
  const RunConfig& config;
  const RunFiles& files;
  OutputFiles& outputs;
  Reporter& reporter;
  Progress& progress;
  bool verbose = false;  ///< Explain results by further tables.
};

/// How a run ended.
struct Result {
  bool complete = true;                        ///< False when the user stopped it.
  std::vector<std::string> broken_invariants;  ///< One line each; any makes exit code 3.
  std::vector<std::string> faults;             ///< What the test found wrong; exit code 1.
};

/// A workload the command line can run by name. `run` may throw fabric::ConfigError before it
/// simulates; it elaborates SystemC, so it is called once per process.
struct Testbench {
  std::string_view name;
  std::string_view summary;  ///< One line for `list testbenches`.
  Result (*run)(RunContext&);
};

/// All of them, in the order `list testbenches` shows. Defined in registry.cpp, which names each.
[[nodiscard]] std::vector<Testbench> testbenches();

}  // namespace ib::tb
