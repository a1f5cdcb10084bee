// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/wave/fst_file.h"

namespace ib::tb {

/// The part of time that a waveform holds, in ps.
struct WaveSpan {
  static constexpr std::uint64_t kEndless = ~std::uint64_t{0};
  std::uint64_t from = 0;
  std::uint64_t to = kEndless;
  bool triggered = false;  ///< Nothing is written until `trigger`.
  std::uint64_t before = 0;
  std::uint64_t after = kEndless;
};

/// Puts changes of signals into the order of time and writes those of a span of it, which may begin
/// some time before a trigger: until then the latest ones are kept.
class WaveRecorder {
 public:
  using Signal = std::uint32_t;

  WaveRecorder(const std::filesystem::path& file, const WaveSpan& span);

  [[nodiscard]] Signal declare(const std::vector<std::string>& scope, const std::string& name,
                               unsigned bits);
  /// Of two changes at one time the later call counts. `ps` is not before the last `advance`.
  void change(Signal signal, std::uint64_t ps, std::string value);
  /// The first call counts.
  void trigger(std::uint64_t ps);
  /// All changes before `ps` are known.
  void advance(std::uint64_t ps);
  [[nodiscard]] bool done() const { return done_; }  ///< Nothing more will be written.
  /// Writes what is left up to `ps` and ends the file; throws fabric::ConfigError.
  void close(std::uint64_t ps);

 private:
  struct Change {
    std::uint64_t ps = 0;
    std::uint64_t order = 0;
    Signal signal = 0;
    std::string value;
  };

  void take(Change change);
  void begin();
  void write(const Change& change);
  [[nodiscard]] bool has_begun() const { return begun_; }

  FstFile fst_;
  WaveSpan span_;
  std::vector<FstFile::Handle> handles_;  ///< By signal.
  std::vector<std::string> values_;       ///< By signal, at the time written up to.
  std::vector<Change> open_;              ///< Not yet in order.
  std::deque<Change> kept_;               ///< In order, while waiting for the trigger.
  std::uint64_t order_ = 0;
  std::uint64_t start_ = WaveSpan::kEndless;
  std::uint64_t stop_ = WaveSpan::kEndless;
  std::uint64_t written_ = 0;
  bool begun_ = false;
  bool done_ = false;
};

/// `value` as FstFile::change wants it; the upper bits of it are 0.
[[nodiscard]] std::string wave_bits(std::uint64_t value, unsigned bits);

}  // namespace ib::tb
