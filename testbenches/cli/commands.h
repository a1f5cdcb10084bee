// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/cli/terminal.h"
#include "testbenches/config/load.h"
#include "testbenches/run/testbench.h"

namespace ib::tb {

// One function a subcommand. Each returns an ExitCode; user errors leave as fabric::ConfigError.

struct RunRequest {
  std::string target;                   ///< Name of a testbench, or a TOML file.
  std::vector<Assignment> assignments;  ///< From the options, in order of their weight.
  RunFiles files;
  std::filesystem::path out;  ///< Folder for results.json and the CSV files; empty writes none.
  bool progress = false;      ///< Draw the bar even when stderr is no terminal.
  std::string command;        ///< As it was given, for provenance.json.
};
int run_command(const RunRequest& request, const Terminal& terminal);

struct SweepRequest {
  std::filesystem::path file;
  std::filesystem::path out;  ///< Empty: a folder named as the file without its ending.
  std::size_t jobs = 1;
  std::string executor = "local";  ///< local, command or slurm.
  std::string command;             ///< Goes in front of each run; for slurm, words for sbatch.
  bool profile = false;
  bool dry_run = false;
  bool retry_failed = false;
  bool progress = false;
  bool yes = false;          ///< Run however many points there are.
  std::string command_line;  ///< As it was given, for provenance.json.
};
int sweep_command(const SweepRequest& request, const Terminal& terminal);

struct ReportRequest {
  std::filesystem::path folder;  ///< Of a run or a sweep.
  std::filesystem::path file;    ///< Empty: report.html in the folder.
  bool plain = false;            ///< Small: without the plotting library.
};
/// Writes the page of a folder of results.
int report_command(const ReportRequest& request, const Terminal& terminal);

enum class ListTopic : std::uint8_t { kTestbenches, kPresets, kParameters };
int list_command(ListTopic topic, const Terminal& terminal);

int describe_command(const std::string& name, const Terminal& terminal);

/// Forms that a cable plan or its forwarding tables can be written in.
enum class PlanFormat : std::uint8_t { kIbnetdiscover, kDot, kLfts, kIbsim, kPlan, kBill };
/// `prices` is a price list for kBill; may be empty.
int topology_command(const std::vector<Assignment>& assignments, PlanFormat format,
                     const std::string& prices, const Terminal& terminal);

/// Hops and loads of the paths through a topology, by pattern. Refuses what can deadlock.
int paths_command(const std::vector<Assignment>& assignments, const Terminal& terminal);

/// Runs the benchmarks whose names contain `filter`, each in a process of its own.
int bench_command(const std::string& filter, const Terminal& terminal);

}  // namespace ib::tb
