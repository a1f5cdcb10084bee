// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tlm/time.h"

namespace ib::tb {

/// What --wave and the options beside it say, as text; empty: not given.
struct WaveOptions {
  std::filesystem::path file;
  std::string from;     ///< Time at which the file begins.
  std::string to;       ///< Time at which it ends.
  std::string trigger;  ///< drop, wait, level=BLOCKS or packet=SOURCE:SEQUENCE.
  std::string before;   ///< Time kept from before the trigger.
  std::string after;    ///< Time kept from behind it.
  std::string chips;    ///< Comma-separated module names, such as sw0,host3.
};

/// What begins a waveform.
struct WaveTrigger {
  enum class Kind { kNone, kDrop, kWait, kLevel, kPacket };
  Kind kind = Kind::kNone;
  std::uint32_t blocks = 0;    ///< kLevel: of a VL's receive buffer.
  std::uint32_t source = 0;    ///< kPacket
  std::uint64_t sequence = 0;  ///< kPacket
};

struct WaveConfig {
  Ticks from = 0;
  Ticks to = kNever;
  WaveTrigger trigger;
  Ticks before = 0;
  Ticks after = kNever;
  std::vector<std::string> chips;  ///< Empty: all.
};

/// Throws fabric::ConfigError for a text that means nothing, or an option without its other half.
[[nodiscard]] WaveConfig wave_config(const WaveOptions& options);

}  // namespace ib::tb
