// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "models/fabric/fabric.h"
#include "testbenches/wave/vcd_feed.h"
#include "testbenches/wave/wave_config.h"
#include "testbenches/wave/wave_probe.h"
#include "testbenches/wave/wave_recorder.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// A waveform of the ports of a fabric: packets on lines at their exact times by what ports log,
/// buffers, credits, queue heads and grants as they are at the end of every cycle at which a chip
/// works. For that windows last one cycle while it writes, unless the quantum is less. Changes
/// nothing in the simulation.
class Wave final : public Observer {
 public:
  /// After all chips were registered, before the simulation starts. `cycle` is the shortest clock
  /// period of a chip, or 0 to look at the ends of windows alone. Throws fabric::ConfigError for a
  /// chip that does not exist.
  Wave(const std::filesystem::path& file, const WaveConfig& config, Ticks cycle,
       Conductor& conductor, const fabric::Fabric& fabric,
       const std::vector<TracedPart>& parts = {});

  void on_event(const PortEvent& event) override;
  /// Ends the file; throws fabric::ConfigError when not all of it could be written.
  void close();

 private:
  struct ChipProbe {
    Chip* chip;
    Cycle sampled = kNoCycle;
    std::vector<PortProbe> ports;  ///< By rising number.
  };

  void add_ports(Chip& chip, const std::vector<const link::Port*>& ports, const sw::Switch* sw);
  void add_part(const TracedPart& part);
  void require_known(const std::vector<std::string>& names, const Conductor& conductor) const;
  void sample(Ticks start, Ticks limit);
  void sample(ChipProbe& probe, Ticks start);

  WaveConfig config_;
  Conductor& conductor_;
  WaveRecorder recorder_;
  std::vector<ChipProbe> chips_;
  std::vector<std::int32_t> probe_of_;           ///< By index of the chip; -1: none.
  std::vector<std::unique_ptr<VcdFeed>> feeds_;  ///< Of Verilated machines; their places stay.
  Ticks now_ = 0;
};

}  // namespace ib::tb
