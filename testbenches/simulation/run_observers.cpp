// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/run_observers.h"

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file) {
  throw fabric::ConfigError("cannot write the capture " + fabric::printable(file.string()));
}

}  // namespace

RunObservers::RunObservers(RunContext& context, Conductor& conductor) {
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
}

void RunObservers::close() {
  if (packets_) packets_->close();
  if (!capture_) return;
  capture_stream_.close();
  if (!capture_stream_) refuse(capture_file_);
}

}  // namespace ib::tb
