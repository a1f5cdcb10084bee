// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/config_error.h"
#include "testbenches/wave/fst_file.h"

namespace ib::tb {

FstFile::FstFile(const std::filesystem::path&) {
  throw fabric::ConfigError("--wave: built without the fstapi that comes with Verilator");
}

FstFile::~FstFile() = default;

bool FstFile::is_available() { return false; }

FstFile::Handle FstFile::declare(const std::vector<std::string>&, const std::string&, unsigned) {
  return 0;
}

void FstFile::at(std::uint64_t) {}
void FstFile::change(Handle, const std::string&) {}
void FstFile::close() {}

}  // namespace ib::tb
