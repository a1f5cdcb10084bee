// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/run_observers.h"

#include <utility>

#include "models/fabric/config_error.h"
#include "models/switch/switch.h"
#include "testbenches/config/quantum.h"
#include "testbenches/report/csv.h"
#include "testbenches/simulation/conductor_setup.h"

namespace ib::tb {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file) {
  throw fabric::ConfigError("cannot write the capture " + fabric::printable(file.string()));
}

}  // namespace

RunObservers::RunObservers(RunContext& context, Conductor& conductor, const fabric::Fabric& fabric,
                           const std::vector<TracedPart>& traced) {
  if (!context.files.pcap.empty()) {
    capture_file_ = context.files.pcap;
    capture_stream_.open(context.outputs.add(capture_file_), std::ios::binary);
    if (!capture_stream_) refuse(capture_file_);
    writer_ = std::make_unique<ErfWriter>(capture_stream_);
    capture_ = std::make_unique<CaptureObserver>(*writer_);
    conductor.add(*capture_);
  }
  if (!context.files.packets.empty()) {
    std::vector<std::string> names;
    for (const Chip* chip : conductor.chips()) names.emplace_back(chip->name());
    packets_ = std::make_unique<PacketsCsv>(context.outputs.add(context.files.packets), names);
    conductor.add(*packets_);
  }
  if (!context.files.latency.empty()) add_profile(context, conductor);
  if (!context.files.wave.file.empty()) add_wave(context, conductor, fabric, traced);
}

// A quantum that the user chose is kept: then the waveform knows the ends of its windows.
void RunObservers::add_wave(RunContext& context, Conductor& conductor, const fabric::Fabric& fabric,
                            const std::vector<TracedPart>& traced) {
  const WaveOptions& options = context.files.wave;
  const bool chosen = parse_quantum(context.config.sim.quantum).kind == Quantum::Kind::kTime;
  wave_ = std::make_unique<Wave>(context.outputs.add(options.file), wave_config(options),
                                 chosen ? 0 : shortest_period(context.config), conductor, fabric,
                                 traced);
}

void RunObservers::add_profile(RunContext& context, Conductor& conductor) {
  std::vector<PacketProfile::ChipInfo> chips;
  for (const Chip* chip : conductor.chips()) {
    chips.push_back({chip->name(), dynamic_cast<const sw::Switch*>(chip) != nullptr});
  }
  latency_file_ = context.outputs.add(context.files.latency);
  buffers_file_ = context.outputs.add(context.files.latency.parent_path() / "buffers.csv");
  profile_ = std::make_unique<PacketProfile>(std::move(chips));
  conductor.add(*profile_);
}

void RunObservers::close() {
  if (packets_) packets_->close();
  if (wave_) wave_->close();
  if (profile_) {
    write_text(latency_file_, to_csv(profile_->latency()));
    write_text(buffers_file_, to_csv(profile_->buffers()));
  }
  if (!capture_) return;
  capture_stream_.close();
  if (!capture_stream_) refuse(capture_file_);
}

}  // namespace ib::tb
