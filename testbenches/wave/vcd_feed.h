// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "testbenches/wave/wave_recorder.h"
#include "tlm/chip.h"

namespace ib::tb {

/// A Verilated machine in a chip that a waveform may show.
struct TracedPart {
  Chip* chip = nullptr;
  std::string scope;  ///< Below the chip, such as "rtl" or "port1.arbiter".
  /// Asks the machine for its signals as the text of a VCD file: see cosim::Traceable.
  std::function<void(std::function<std::uint64_t()> now, std::string& vcd)> trace;
};

/// Hands the signals of a Verilated machine, which come as the text of a VCD file, to a recorder.
class VcdFeed {
 public:
  /// `scope` is where the machine stands; both outlive this.
  VcdFeed(WaveRecorder& recorder, std::vector<std::string> scope);
  VcdFeed(const VcdFeed&) = delete;
  VcdFeed& operator=(const VcdFeed&) = delete;

  /// Where the machine writes to; grows while its chip runs.
  [[nodiscard]] std::string& text() { return text_; }
  /// Reads the header, which declares signals.
  void declare();
  /// Passes on what has been written since, and forgets it.
  void drain();

 private:
  struct Variable {
    std::vector<WaveRecorder::Signal> signals;  ///< Aliases have one code.
    unsigned bits = 1;
  };

  void declare_line(std::string_view line);
  void change(std::string_view line);

  WaveRecorder& recorder_;
  std::vector<std::string> scope_;
  std::string text_;
  std::unordered_map<std::string, Variable> variables_;  ///< By code.
  std::uint64_t now_ = 0;
};

}  // namespace ib::tb
