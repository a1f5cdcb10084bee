// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ib::tb {

/// A waveform file in the FST format of GTKWave, written by the fstapi that comes with Verilator.
/// Times are picoseconds. Signals are declared before the first time.
class FstFile {
 public:
  using Handle = std::uint32_t;

  /// Throws fabric::ConfigError when the file cannot be written, or FST is not built in.
  explicit FstFile(const std::filesystem::path& file);
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;
  ~FstFile();

  /// False where the program was built without fstapi.
  [[nodiscard]] static bool is_available();

  /// A vector of `bits` in the scope of that path, as in {"fabric", "sw0", "port1"}.
  [[nodiscard]] Handle declare(const std::vector<std::string>& scope, const std::string& name,
                               unsigned bits);
  /// `ps` never falls.
  void at(std::uint64_t ps);
  /// `value`: a character 0, 1 or x for each bit, the highest first.
  void change(Handle signal, const std::string& value);
  /// Ends the file; throws fabric::ConfigError when not all of it could be written.
  void close();

 private:
  void enter(const std::vector<std::string>& scope);

  std::filesystem::path file_;
  void* writer_ = nullptr;
  std::vector<std::string> scope_;  ///< Where the writer stands.
};

}  // namespace ib::tb
