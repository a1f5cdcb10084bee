// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "testbenches/capture/capture_observer.h"
#include "testbenches/report/packet_profile.h"
#include "testbenches/report/packets_csv.h"
#include "testbenches/run/testbench.h"
#include "testbenches/wave/wave.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// The capture, packets.csv, the profile and the waveform of a run, as far as they are asked for.
class RunObservers {
 public:
  /// After all chips were registered and before the simulation starts.
  RunObservers(RunContext& context, Conductor& conductor, const fabric::Fabric& fabric,
               const std::vector<TracedPart>& traced = {});

  /// After the simulation; throws fabric::ConfigError when a file could not be written.
  void close();

 private:
  void add_profile(RunContext& context, Conductor& conductor);
  void add_wave(RunContext& context, Conductor& conductor, const fabric::Fabric& fabric,
                const std::vector<TracedPart>& traced);

  std::filesystem::path capture_file_;
  std::ofstream capture_stream_;
  std::unique_ptr<ErfWriter> writer_;
  std::unique_ptr<CaptureObserver> capture_;
  std::unique_ptr<PacketsCsv> packets_;
  std::unique_ptr<PacketProfile> profile_;
  std::unique_ptr<Wave> wave_;
  std::filesystem::path latency_file_;
  std::filesystem::path buffers_file_;
};

}  // namespace ib::tb
