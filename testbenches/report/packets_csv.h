// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tlm/observer.h"

namespace ib::tb {

/// Writes packets.csv: one row for each packet at each port it leaves, enters or dies at, in the
/// order of time. docs/outputs.md describes the columns.
class PacketsCsv : public Observer {
 public:
  /// `chip_names` by chip index, as the conductor counts them. Throws fabric::ConfigError when
  /// the file cannot be written.
  PacketsCsv(const std::filesystem::path& file, std::vector<std::string> chip_names);

  void on_event(const PortEvent& event) override;
  /// Ends the file; throws fabric::ConfigError when not all of it could be written.
  void close();

 private:
  std::filesystem::path file_;
  std::vector<std::string> chip_names_;
  std::ofstream stream_;
};

}  // namespace ib::tb
