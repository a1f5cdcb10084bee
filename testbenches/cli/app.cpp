// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/app.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>

#include "models/fabric/config_error.h"
#include "models/fabric/presets/preset.h"
#include "testbenches/capture/run_check.h"
#include "testbenches/cli/commands.h"
#include "testbenches/cli/completion.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/cli/run_options.h"
#include "testbenches/config/nearest.h"
#include "testbenches/report/provenance.h"

namespace ib::tb {
namespace {

/// All that the command line may fill in.
struct Arguments {
  Terminal terminal;
  RunOptions run;
  SweepRequest sweep;
  ReportRequest report;
  std::string command;  ///< As it was given.
  std::string capture;
  std::string topic;
  std::string preset;
  std::string filter;
  std::string shell;
  FabricOptions fabric;
  std::string format = "ibnetdiscover";
  std::string prices;
};

const std::vector<std::string> kTopics{"testbenches", "presets", "parameters"};
// In the order of PlanFormat.
const std::vector<std::string> kFormats{"ibnetdiscover", "dot", "lfts", "ibsim", "plan", "bill"};
const std::vector<std::string> kExecutors{"local", "command", "slurm"};
const std::vector<std::string> kShells{"bash", "zsh", "fish"};

void add_common_options(CLI::App& app, Arguments& arguments) {
  app.set_version_flag("-V,--version", "ibsilicon " IB_VERSION, "Print the version");
  app.add_flag_callback(
      "-q,--quiet", [&arguments] { arguments.terminal.verbosity = Verbosity::kQuiet; },
      "Results and errors only");
  app.add_flag_callback(
      "-v,--verbose", [&arguments] { arguments.terminal.verbosity = Verbosity::kVerbose; },
      "Say more about what is done");
  app.add_flag("--json", arguments.terminal.json, "Print JSON in place of tables");
}

CLI::App* add_command(CLI::App& app, const char* name, const char* summary, const char* examples) {
  CLI::App* const command = app.add_subcommand(name, summary);
  command->footer(std::string{"Examples:\n"} + examples +
                  "\nOptions of every command: -q, -v, --json; see ibsilicon --help");
  command->fallthrough();
  return command;
}

void add_run(CLI::App& app, Arguments& arguments) {
  CLI::App* const run = add_command(
      app, "run", "Run a testbench, or what a TOML file describes",
      "  ibsilicon run write_bw                          two ConnectX-7 through a Quantum-2\n"
      "  ibsilicon run write_lat -a --mtu 1024           all sizes, path MTU 1024\n"
      "  ibsilicon run write_bw --topology net.txt --from h1 --to h2 --pcap x.erf\n"
      "  ibsilicon run uniform --set switch.ports=64 --load 0.9 --out results\n"
      "  ibsilicon run sweep.toml --seed 7 --threads 2");
  add_run_options(*run, arguments.run);
}

void add_sweep(CLI::App& app, SweepRequest& request) {
  CLI::App* const sweep = add_command(
      app, "sweep", "Run a testbench over lists and ranges of parameters",
      "  ibsilicon sweep testbenches/data/load_latency.toml --out results --jobs 2\n"
      "  ibsilicon sweep x.toml --dry-run                 list the points\n"
      "  ibsilicon sweep x.toml --out results             the same again: go on where it ended");
  sweep->add_option("FILE", request.file, "TOML file with a table [sweep]")->required();
  sweep
      ->add_option("--out", request.out,
                   "Folder for points and results, by default the name of FILE")
      ->type_name("");
  sweep->add_option("-j,--jobs", request.jobs, "Runs at a time")
      ->check(CLI::Range(1, 1024))
      ->type_name("");
  sweep->add_option("--executor", request.executor, "Where runs are made: local, command or slurm")
      ->check(CLI::IsMember(kExecutors))
      ->type_name("");
  sweep
      ->add_option("--command", request.command,
                   "Put in front of each run ('srun -n1'); with slurm, more words for sbatch")
      ->type_name("");
  sweep->add_flag("--profile", request.profile, "Runs write latency.csv and buffers.csv too");
  sweep->add_flag("--dry-run", request.dry_run, "List the points, run none");
  sweep->add_flag("--retry-failed", request.retry_failed, "Run again what failed before");
  sweep->add_flag("--yes", request.yes, "Run more than 100000 points without asking");
  sweep->add_flag("--progress", request.progress, "Draw the progress bar even without a terminal");
}

void add_report(CLI::App& app, ReportRequest& request) {
  CLI::App* const report = add_command(
      app, "report", "Write a page with curves, distributions and link loads of results",
      "  ibsilicon report results                         writes results/report.html\n"
      "  ibsilicon report results --to page.html");
  report->add_option("DIR", request.folder, "Folder that `run --out` or `sweep --out` wrote")
      ->required();
  report->add_option("--to", request.file, "File to write")->type_name("");
  report->add_flag("--plain", request.plain, "A small page: plain SVG, no zoom");
}

void add_others(CLI::App& app, Arguments& arguments) {
  CLI::App* const check = add_command(app, "check", "Verify the packets of a capture",
                                      "  ibsilicon check x.erf\n"
                                      "  ibsilicon check x.pcap --json");
  check->add_option("CAPTURE", arguments.capture, "pcap or ERF file")->required();

  CLI::App* const list = add_command(app, "list", "List testbenches, presets or parameters",
                                     "  ibsilicon list testbenches\n"
                                     "  ibsilicon list parameters --json");
  list->add_option("TOPIC", arguments.topic, "What to list")
      ->required()
      ->check(CLI::IsMember(kTopics));

  CLI::App* const describe =
      add_command(app, "describe", "Show every value of a preset, its source and its confidence",
                  "  ibsilicon describe connectx7\n"
                  "  ibsilicon describe quantum2 --json");
  describe->add_option("PRESET", arguments.preset, "See: ibsilicon list presets")->required();

  CLI::App* const bench = add_command(app, "bench", "Measure the speed of the simulator",
                                      "  ibsilicon bench\n"
                                      "  ibsilicon bench hca --json");
  bench->add_option("filter,--filter", arguments.filter, "Only benchmarks with this in their name");

  CLI::App* const completion = add_command(app, "completion", "Print a shell completion script",
                                           "  eval \"$(ibsilicon completion bash)\"\n"
                                           "  ibsilicon completion fish | source");
  completion->add_option("SHELL", arguments.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(kShells));
}

void add_fabrics(CLI::App& app, Arguments& arguments) {
  CLI::App* const topology =
      add_command(app, "topology", "Write a cable plan in another form",
                  "  ibsilicon topology torus:4x4x4 --to dot | dot -Tsvg > torus.svg\n"
                  "  ibsilicon topology fattree2:16 > net.txt\n"
                  "  ibsilicon topology fattree3:16 --to bill --prices prices.toml\n"
                  "  ibsilicon topology net.txt --to lfts --routing updown");
  add_fabric_options(*topology, arguments.fabric);
  topology
      ->add_option("--to", arguments.format,
                   "ibnetdiscover, dot, lfts, ibsim, plan (our own TOML) or bill (of materials)")
      ->check(CLI::IsMember(kFormats))
      ->type_name("");
  topology->add_option("--prices", arguments.prices, "TOML file of prices and watts, for --to bill")
      ->type_name("");

  CLI::App* const paths =
      add_command(app, "paths", "Show hops and cable loads of a routed topology",
                  "  ibsilicon paths fattree2:16\n"
                  "  ibsilicon paths torus:8x8 --routing dor --set link.data_vls=2\n"
                  "  ibsilicon paths net.txt --routing file --routing-file opensm-lfts.dump");
  add_fabric_options(*paths, arguments.fabric);
}

PlanFormat format_named(const std::string& name) {
  const auto found = std::find(kFormats.begin(), kFormats.end(), name);
  return static_cast<PlanFormat>(found - kFormats.begin());
}

std::vector<std::string> first_words(const std::string& command) {
  std::vector<std::string> words;
  if (command == "run") {
    for (const Testbench& testbench : testbenches()) words.emplace_back(testbench.name);
  }
  if (command == "describe") {
    for (const fabric::Preset& preset : fabric::presets()) words.emplace_back(preset.name);
  }
  if (command == "list") return kTopics;
  if (command == "completion") return kShells;
  return words;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<CompletionEntry> completion_entries(const CLI::App& app) {
  CompletionEntry top{"", app.get_description(), option_names(app), {}};
  std::vector<CompletionEntry> entries;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    top.words.push_back(command->get_name());
    CompletionEntry entry{command->get_name(), command->get_description(), option_names(*command),
                          first_words(command->get_name())};
    entry.options.insert(entry.options.end(), top.options.begin(), top.options.end());
    entries.push_back(std::move(entry));
  }
  entries.insert(entries.begin(), std::move(top));
  return entries;
}

ListTopic topic_named(const std::string& name) {
  if (name == "presets") return ListTopic::kPresets;
  return name == "parameters" ? ListTopic::kParameters : ListTopic::kTestbenches;
}

int dispatch(const CLI::App& app, const Arguments& arguments) {
  const std::string command = app.get_subcommands().front()->get_name();
  const Terminal& terminal = arguments.terminal;
  if (command == "run") {
    RunRequest request = request_of(arguments.run);
    request.command = arguments.command;
    return run_command(request, terminal);
  }
  if (command == "sweep") {
    SweepRequest request = arguments.sweep;
    request.command_line = arguments.command;
    return sweep_command(request, terminal);
  }
  if (command == "report") return report_command(arguments.report, terminal);
  if (command == "check") return run_check(arguments.capture, terminal.json, std::cout, std::cerr);
  if (command == "list") return list_command(topic_named(arguments.topic), terminal);
  if (command == "describe") return describe_command(arguments.preset, terminal);
  if (command == "topology") {
    return topology_command(assignments_of(arguments.fabric), format_named(arguments.format),
                            arguments.prices, terminal);
  }
  if (command == "paths") return paths_command(assignments_of(arguments.fabric), terminal);
  if (command == "bench") return bench_command(arguments.filter, terminal);
  print(completion_script(arguments.shell, completion_entries(app)));
  return kSuccess;
}

/// One line for what CLI11 found wrong, with the nearest option or command where one is unknown.
std::string explained(const CLI::App& app, const CLI::ParseError& error, int argc,
                      const char* const* argv) {
  const auto chosen = app.get_subcommands();
  std::vector<std::string> options = option_names(app);
  std::vector<std::string> commands;
  for (const CLI::App* each : app.get_subcommands(nullptr)) commands.push_back(each->get_name());
  std::string command;
  if (!chosen.empty()) {
    command = " " + chosen.front()->get_name();
    for (std::string& name : option_names(*chosen.front())) options.push_back(std::move(name));
  }
  for (const std::string_view word : std::vector<std::string_view>{argv + 1, argv + argc}) {
    const bool is_option = word.substr(0, 2) == "--";
    if (!is_option && !chosen.empty()) continue;
    const std::vector<std::string>& known = is_option ? options : commands;
    const std::string_view name = word.substr(0, word.find('='));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return fmt::format("unknown {} '{}', did you mean '{}'? Try: ibsilicon{} --help",
                       is_option ? "option" : "command", fabric::printable(std::string{name}),
                       nearest(name, {known.begin(), known.end()}), command);
  }
  std::string what = error.what();
  std::replace(what.begin(), what.end(), '\n', ' ');
  return fmt::format("{}; try: ibsilicon{} --help", what, command);
}

}  // namespace

int main_of(int argc, const char* const* argv) {
  Arguments arguments;
  arguments.terminal.colour = colour_wanted();
  arguments.command = shell_words({argv, argv + argc});
  CLI::App app{"Cycle-accurate SystemC/TLM-2.0 model of InfiniBand silicon", "ibsilicon"};
  app.footer(
      "Examples:\n"
      "  ibsilicon run write_bw            bandwidth between two HCAs through a switch\n"
      "  ibsilicon list parameters         everything that --set can change\n"
      "  ibsilicon check x.erf             verify a capture\n"
      "Exit codes: 0 success, 1 check found faults, 2 wrong use, 3 broken invariant, 130 stopped.");
  app.require_subcommand(1);
  add_common_options(app, arguments);
  add_run(app, arguments);
  add_sweep(app, arguments.sweep);
  add_report(app, arguments.report);
  add_fabrics(app, arguments);
  add_others(app, arguments);
  try {
    app.parse(argc, argv);
    return dispatch(app, arguments);
  } catch (const CLI::Success& done) {
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    arguments.terminal.error(explained(app, error, argc, argv));
    return kUserError;
  } catch (const fabric::ConfigError& error) {
    arguments.terminal.error(error.what());
    return kUserError;
  } catch (const std::exception& error) {
    arguments.terminal.error(fmt::format("internal fault: {}", error.what()));
    return kBrokenInvariant;
  }
}

}  // namespace ib::tb
