// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/run_options.h"

#include <CLI/CLI.hpp>
#include <array>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

/// An option that stands for one parameter; the option's text goes to it unread.
struct Shorthand {
  const char* flags;
  const char* option;  ///< As messages name it.
  const char* path;
  const char* meaning;
  const char* group;
};

constexpr const char* kWorkload = "Workload";
constexpr const char* kSystem = "System";
constexpr const char* kSimulation = "Simulation";

constexpr std::array<Shorthand, 34> kShorthands{{
    {"-s,--size", "--size", "testbench.size_bytes", "Message size, bytes", kWorkload},
    {"-m,--mtu", "--mtu", "testbench.mtu_bytes", "Path MTU, bytes", kWorkload},
    {"--qps", "--qps", "testbench.qps", "Queue pairs in parallel", kWorkload},
    {"-n,--iters", "--iters", "testbench.iterations", "Messages a queue pair", kWorkload},
    {"-c,--connection", "--connection", "testbench.connection", "Service: RC, UC, UD, RD or XRC",
     kWorkload},
    {"-t,--tx-depth", "--tx-depth", "testbench.tx_depth", "Send queue depth", kWorkload},
    {"--nodes", "--nodes", "testbench.nodes", "Traffic nodes (uniform, incast)", kWorkload},
    {"--ports", "--ports", "testbench.nodes",
     "Ports of the switch, a traffic node on each: as --nodes", kWorkload},
    {"--hca-nodes", "--hca-nodes", "testbench.hca_nodes",
     "End nodes with an HCA: all, or 0-3,7 (collective, trace)", kWorkload},
    {"--load", "--load", "testbench.load", "Offered load, 0 to 1 (uniform)", kWorkload},
    {"--packet", "--packet", "testbench.packet_bytes", "Packet size, bytes (uniform)", kWorkload},
    {"--duration", "--duration", "testbench.duration_us", "Measured time, us", kWorkload},
    {"--warmup", "--warmup", "testbench.warmup_us", "Time before it, us", kWorkload},
    {"--pattern", "--pattern", "traffic.pattern", "Who sends to whom (traffic)", kWorkload},
    {"--sizes", "--sizes", "traffic.sizes", "Message sizes (traffic)", kWorkload},
    {"--operation", "--operation", "collective.operation", "all_reduce, ... (collective)",
     kWorkload},
    {"--algorithm", "--algorithm", "collective.algorithm", "ring, ... (collective)", kWorkload},
    {"--trace", "--trace", "trace.file", "GOAL or CSV file (trace)", kWorkload},
    {"--generation", "--generation", "testbench.generation", "Link generation (ber)", kWorkload},
    {"--hours-simulated", "--hours-simulated", "testbench.hours_simulated",
     "Simulated hours (burn_in)", kWorkload},
    {"--snr-db", "--snr-db", "testbench.snr_db", "SNR or first:last:step, dB (ber)", kWorkload},
    {"--loss-db", "--loss-db", "testbench.loss_db", "Cable loss or first:last:step, dB (ber)",
     kWorkload},
    {"--preset-hca", "--preset-hca", "preset.hca", "Product to take HCA values from", kSystem},
    {"--preset-switch", "--preset-switch", "preset.switch", "Product to take switch values from",
     kSystem},
    {"--switches", "--switches", "testbench.switches", "Switches between the hosts", kSystem},
    {"--topology", "--topology", "testbench.topology",
     "torus:4x4, fattree2:16, ..., or an ibnetdiscover dump", kSystem},
    {"--routing", "--routing", "fabric.routing",
     "minhop, updown, ftree, dor, dragonfly, valiant, ugal or file", kSystem},
    {"--routing-file", "--routing-file", "fabric.routing_file", "OpenSM dump of forwarding tables",
     kSystem},
    {"--from", "--from", "testbench.from", "Node of the topology that sends", kSystem},
    {"--to", "--to", "testbench.to", "Node of the topology that receives", kSystem},
    {"--seed", "--seed", "sim.seed", "Key of all random streams", kSimulation},
    {"--quantum", "--quantum", "sim.quantum", "1cycle, max or a time", kSimulation},
    {"--threads", "--threads", "sim.threads", "Worker threads", kSimulation},
    {"--rtl", "--rtl", "sim.rtl",
     "Machines to run as RTL: vl_arbiter,vcrc,rs_decoder,block_sync,switch=sw0,...", kSimulation},
}};

void add_wave_options(CLI::App& run, WaveOptions& wave) {
  const auto add = [&run](const char* name, auto& text, const char* meaning) {
    run.add_option(name, text, meaning)->group("Outputs")->type_name("");
  };
  add("--wave", wave.file, "Waveform of all ports, FST, for GTKWave");
  add("--wave-from", wave.from, "Where it begins, 2us");
  add("--wave-to", wave.to, "Where it ends");
  add("--wave-trigger", wave.trigger,
      "Write it around the first drop, wait (for credits), level=BLOCKS or packet=SOURCE:SEQUENCE");
  add("--wave-before", wave.before, "Time written from before the trigger");
  add("--wave-after", wave.after, "Time written from behind it");
  add("--wave-chips", wave.chips, "Only these, sw0,host3");
}

}  // namespace

void add_run_options(CLI::App& run, RunOptions& options) {
  run.add_option("NAME", options.target, "Testbench, or a file ending in .toml")->required();
  for (const Shorthand& each : kShorthands) {
    run.add_option_function<std::string>(
           each.flags,
           [&options, &each](const std::string& text) { options.shorthands[each.option] = text; },
           each.meaning)
        ->group(each.group)
        ->type_name("");
  }
  run.add_flag("-a,--all", options.all_sizes, "All sizes from 2 B to 8 MiB")->group(kWorkload);
  run.add_flag("-b,--bidir", options.bidirectional, "Both hosts send")->group(kWorkload);
  run.add_flag("--sharp", options.sharp, "Reduce in the switches (allreduce)")->group(kWorkload);
  run.add_flag("--allow-deadlock", options.allow_deadlock,
               "Run although channels depend on each other in a cycle")
      ->group(kSystem);
  run.add_option("--set", options.sets, "Set any parameter: path.to.parameter=value")
      ->group(kSystem)
      ->type_name("")
      ->allow_extra_args(false);
  run.add_option("--out", options.out, "Folder for results.json and CSV files")
      ->group("Outputs")
      ->type_name("");
  run.add_option("--pcap", options.pcap, "ERF capture of every link")
      ->group("Outputs")
      ->type_name("");
  run.add_option("--packets", options.packets, "CSV with a row per packet and hop")
      ->group("Outputs")
      ->type_name("");
  add_wave_options(run, options.wave);
  run.add_flag("--profile", options.profile, "With --out: latency.csv and buffers.csv too")
      ->group("Outputs");
  run.add_flag("--progress", options.progress, "Draw the progress bar even without a terminal")
      ->group("Outputs");
}

void add_fabric_options(CLI::App& command, FabricOptions& options) {
  command.add_option("TOPOLOGY", options.topology, "Name such as torus:4x4, or ibnetdiscover dump")
      ->required();
  command
      .add_option("--routing", options.routing,
                  "minhop, updown, ftree, dor, dragonfly, valiant, ugal or file")
      ->type_name("");
  command.add_option("--routing-file", options.routing_file, "OpenSM dump of forwarding tables")
      ->type_name("");
  command.add_flag("--allow-deadlock", options.allow_deadlock,
                   "Go on although channels depend on each other in a cycle");
  command.add_option("--set", options.sets, "Set any parameter: path.to.parameter=value")
      ->type_name("")
      ->allow_extra_args(false);
}

std::vector<Assignment> assignments_of(const FabricOptions& options) {
  std::vector<Assignment> assignments{{"testbench.topology", options.topology, "TOPOLOGY"}};
  if (!options.routing.empty()) {
    assignments.push_back({"fabric.routing", options.routing, "--routing"});
  }
  if (!options.routing_file.empty()) {
    assignments.push_back({"fabric.routing_file", options.routing_file, "--routing-file"});
  }
  if (options.allow_deadlock) {
    assignments.push_back({"fabric.allow_deadlock", "true", "--allow-deadlock"});
  }
  for (const std::string& set : options.sets) {
    assignments.push_back(parse_assignment(set, "--set"));
  }
  return assignments;
}

RunRequest request_of(const RunOptions& options) {
  RunRequest request;
  request.target = options.target;
  for (const Shorthand& each : kShorthands) {
    const auto given = options.shorthands.find(each.option);
    if (given != options.shorthands.end()) {
      request.assignments.push_back({each.path, given->second, each.option});
    }
  }
  if (options.all_sizes) request.assignments.push_back({"testbench.all_sizes", "true", "--all"});
  if (options.bidirectional) {
    request.assignments.push_back({"testbench.bidirectional", "true", "--bidir"});
  }
  if (options.sharp) {
    request.assignments.push_back({"testbench.reduction.sharp", "true", "--sharp"});
  }
  if (options.allow_deadlock) {
    request.assignments.push_back({"fabric.allow_deadlock", "true", "--allow-deadlock"});
  }
  for (const std::string& set : options.sets) {
    request.assignments.push_back(parse_assignment(set, "--set"));
  }
  (void)wave_config(options.wave);  // refuses what cannot be before the run
  request.files = {options.pcap, options.packets, {}, options.out, options.wave};
  request.out = options.out;
  if (options.profile && options.out.empty()) {
    throw fabric::ConfigError("--profile: needs --out, the folder for latency.csv and buffers.csv");
  }
  if (options.profile) request.files.latency = request.out / "latency.csv";
  request.progress = options.progress;
  return request;
}

}  // namespace ib::tb
